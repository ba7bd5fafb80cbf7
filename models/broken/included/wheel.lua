-- Included by include-with-a-mistake.lua.
body "wheel" { mass = 2, radius = 0.3 }
