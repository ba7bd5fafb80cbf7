#!/usr/bin/env python3
# curves_dxf_test.py FOLDER: drawings by ezdxf, and FOLDER/list, which says of each: file, fields, unit, area, length.
import math
import sys

import ezdxf

folder = sys.argv[1]
lines = []


def start(version, units):
    doc = ezdxf.new(version)
    doc.units = units
    if version == "R12":
        del doc.header["$INSUNITS"]
    return doc, doc.modelspace()


def save(doc, name, fields, unit, area, length):
    doc.saveas(f"{folder}/{name}.dxf")
    lines.append(f"{name}.dxf {fields or '-'} {unit!r} {area!r} {length!r}")


VERSIONS = ["R12", "R2000", "R2004", "R2007", "R2010", "R2013", "R2018"]
UNITS = {0: 1e-3, 1: 0.0254, 4: 1e-3, 5: 1e-2, 6: 1.0}

for i, version in enumerate(VERSIONS):
    code = [0, 4, 1, 5, 6, 4, 4][i]
    fields = "scale=1*mm" if code == 0 else ""
    # a plate with two rounded ends, of lines and arcs
    doc, msp = start(version, code)
    msp.add_arc((40, 7), 5, -90, 90)
    msp.add_line((0, 12), (40, 12))
    msp.add_line((0, 2), (40, 2))
    msp.add_arc((0, 7), 5, 90, 270)
    save(doc, f"slot-{version}", fields, UNITS[code], 400 + 25 * math.pi, 80 + 10 * math.pi)
    # a polyline with bulges, beside notes and a bore on other layers
    doc, msp = start(version, code)
    doc.layers.new("RIM")
    doc.layers.new("NOTES")
    points = [(0, 0, 0), (30, 0, 1), (30, 20, 0), (0, 20, -0.5)]
    if version == "R12":
        msp.add_polyline2d(points, format="xyb", dxfattribs={"layer": "RIM"}).close(True)
    else:
        msp.add_lwpolyline(points, format="xyb", close=True, dxfattribs={"layer": "RIM"})
    msp.add_circle((15, 10), 4, dxfattribs={"layer": "BORE"})
    msp.add_text("rim", dxfattribs={"layer": "NOTES"})
    bite = 4 * math.atan(0.5)
    radius = 10 / math.sin(bite / 2)
    area = 600 + 50 * math.pi - radius**2 * (bite - math.sin(bite)) / 2
    save(doc, f"plate-{version}", ("scale=1*mm,layer='rim'" if code == 0 else "layer='rim'"), UNITS[code], area,
         60 + 10 * math.pi + radius * bite)

doc, msp = start("R2010", 4)
msp.add_ellipse((3, 4), major_axis=(6, 0), ratio=1.0)
save(doc, "round-ellipse", "", 1e-3, 36 * math.pi, 12 * math.pi)

doc, msp = start("R2010", 4)
a, b = 5.0, 3.0
msp.add_ellipse((1, 2), major_axis=(3, 4), ratio=0.6, start_param=0, end_param=math.tau)
n = 4000  # the trapezoidal rule over a period converges faster than any power
around = sum(math.hypot(a * math.sin(math.tau * k / n), b * math.cos(math.tau * k / n)) for k in range(n)) * math.tau / n
save(doc, "ellipse", "", 1e-3, math.pi * a * b, around)

# a rational spline that is half a circle, closed by a line
doc, msp = start("R2013", 4)
spline = msp.add_rational_spline([(5, 0), (5, 5), (0, 5), (-5, 5), (-5, 0)], [1, math.sqrt(0.5), 1, math.sqrt(0.5), 1],
                                 degree=2, knots=[0, 0, 0, 1, 1, 2, 2, 2])
msp.add_line((5, 0), (-5, 0))
save(doc, "half", "", 1e-3, 12.5 * math.pi, 10 + 5 * math.pi)

# a cubic between lines; its area by Green's formula
doc, msp = start("R2018", 4)
c = [(10, 0), (14, 3), (6, 7), (10, 10)]
msp.add_open_spline(c, degree=3)
msp.add_line((0, 0), (10, 0))
msp.add_line((0, 10), (10, 10))
msp.add_line((0, 10), (0, 0))


def at(t, k):
    u = 1 - t
    return sum(w * p[k] for w, p in zip((u**3, 3 * t * u * u, 3 * t * t * u, t**3), c))


def rate(t, k):
    u = 1 - t
    d = [3 * (q[k] - p[k]) for p, q in zip(c, c[1:])]
    return u * u * d[0] + 2 * t * u * d[1] + t * t * d[2]


n = 20000
weights = [1 if k in (0, n) else 4 if k % 2 else 2 for k in range(n + 1)]
length = sum(w * math.hypot(rate(k / n, 0), rate(k / n, 1)) for k, w in enumerate(weights)) / (3 * n)
area = sum(w * (at(k / n, 0) * rate(k / n, 1)) for k, w in enumerate(weights)) / (3 * n)
save(doc, "wavy", "", 1e-3, area, 30 + length)

# seen from below, and an open one
doc, msp = start("R2000", 6)
msp.add_lwpolyline([(0, 0, 0), (-3, 0, -0.4), (-3, 2, 0)], format="xyb", dxfattribs={"extrusion": (0, 0, -1)})
angle = 4 * math.atan(0.4)
save(doc, "open", "", 1.0, 0, 3 + angle / math.sin(angle / 2))

with open(f"{folder}/list", "w", encoding="ascii") as file:
    file.write("\n".join(lines) + "\n")
