# Pawl: a thin front for CMake (see CMakePresets.json). Each target first looks for the packages it needs: root installs those that are
# missing, anybody else is told.
EXAMPLE ?= models/woodpecker-bodies
PREFIX  ?= /usr/local

RESULT  := build/$(notdir $(EXAMPLE:/=)).h5
PAGE    := $(RESULT:.h5=.html)
SOURCES  = $(shell find src cli include bench soak -name '*.[ch]' -o -name '*.cpp' 2>/dev/null)

.PHONY: all run test test-release asan soak bench check check-built docs pictures format install clean help
.NOTPARALLEL:

all: packages-build build/build.ninja  ## build the command, build/pawl, and the libraries (the default)
	@cmake --build --preset default

run: all  ## build, then simulate EXAMPLE=models/woodpecker-bodies, and make its page
	build/pawl run $(EXAMPLE) --out $(RESULT)
	build/pawl report $(RESULT) -o $(PAGE)
	@echo "Pawl was built as build/pawl and simulated $(EXAMPLE). The result is $(RESULT); open $(PAGE) to see it move."

test: packages-test test-release asan  ## everything in 15 minutes: all tests, again under sanitizers, then `make check`
	@$(MAKE) --no-print-directory check-built BUILT=build/test
	@echo "All tests passed."

test-release: packages-build packages-test build/test/build.ninja
	@cmake --build --preset test
	@ctest --preset test
	@cat build/bits.txt

asan: packages-build packages-test build/asan/build.ninja  ## unit tests under the address and undefined-behaviour sanitizers
	@cmake --build --preset asan
	@ctest --preset asan

soak: packages-build packages-test packages-soak build/test/build.ninja  ## 10,000 generated scenes in four views each, campaigns of which `make test` tries a part, faults that must be caught, and what the invariants cost; takes long
	@cmake --build --preset test && mkdir -p build/soak
	@build/test/pawl-soak --seeds 0:556 --views 4 --keep build/soak
	@PAWL_SOAK=1 ctest --preset test -L soak
	@tools/mutations
	@tools/cost-of-invariants build/test/pawl

bench: packages-bench all  ## measure against other engines
	@if [ -x bench/run ]; then bench/run; else echo "There is no bench/run yet."; fi

check: packages-test all check-built  ## format, include rules, generated pages, sizes, left-overs, library paths

# With the command that is built already, in BUILT.
BUILT = build
check-built:
	@clang-format --dry-run -Werror $(SOURCES)
	@tools/check-includes
	@tools/check-map
	@PAWL=$(BUILT)/pawl tools/check-docs
	@tools/check-sizes
	@tools/mutations --applies
	@tools/test-runpath $(BUILT)

docs: all  ## write the generated pages
	build/pawl parts --markdown > build/parts.md && mkdir -p docs && cp build/parts.md docs/parts.md
	rm -rf docs/parts && build/pawl parts --pictures docs/parts

pictures: all  ## draw the pictures of all models, and docs/gallery.md
	tools/make-pictures

format: packages-test  ## format the C sources in place
	@clang-format -i $(SOURCES)

install: all  ## install to PREFIX=/usr/local, with manual pages, completion for bash and the models
	cmake --install build --prefix $(PREFIX)
	@if [ "$(PREFIX)" = /usr/local ] && [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

clean:  ## remove build/
	rm -rf build

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*##/ { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

packages-%:
	@tools/install-packages $*

build/build.ninja: PRESET = default
build/test/build.ninja: PRESET = test
build/asan/build.ninja: PRESET = asan
build/build.ninja build/test/build.ninja build/asan/build.ninja: CMakePresets.json
	@cmake --preset $(PRESET) >/dev/null && touch $@
