/* pawl movie: real films, looked at by ffprobe; and what happens without ffmpeg, when it fails, and on Ctrl-C. */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdbool.h>

#include "trial.h"

static const char *const swing = "planar { gravity = {0, -9.81} }\n"
                                 "local arm = body 'arm' { mass = 1, inertia = 0.1, com = {0.5, 0} }\n"
                                 "revolute 'hinge' { ground, arm, angle = 0.3 }\n"
                                 "marker 'tip' { arm:at{1, 0} }\n"
                                 "simulate { duration = 2, output = 0.02 }\n";

static char text[1 << 16];

static int open_model(void **state)
{
  if (open_folder(state) != 0)
    return -1;
  write_file(*state, "swing.lua", swing);
  return 0;
}

static const char *file(void **state, const char *name)
{
  read_back(*state, name, text, sizeof text);
  return text;
}

/* Of a file that is being made: its name, the number of the process, and .part. */
static bool leaves_parts(void **state)
{
  return shell(*state, "ls *.part >.parts 2>&1") == 0;
}

static double probe(void **state, const char *name, const char *what)
{
  char line[512];
  snprintf(
      line, sizeof line,
      "ffprobe -v error -count_frames -show_entries stream=width,height,nb_read_frames:format=duration -of "
      "default=nw=1 %s >.probe 2>&1",
      name);
  assert_int_equal(shell(*state, line), 0);
  const char *at = strstr(file(state, ".probe"), what);
  if (!at)
    fail_msg("no %s in %s", what, text);
  return strtod(at + strlen(what), NULL);
}

static void films_have_their_frames(void **state)
{
  static const char *const names[] = {"a.mp4", "a.gif", "a.webm"};
  static const int fps[] = {30, 25, 30};
  trial t;
  for (int i = 0; i < 3; i++) {
    char call[128];
    snprintf(call, sizeof call, "movie swing.lua -o %s --width 120 --height 90", names[i]);
    try_pawl(state, &t, call);
    if (t.status != 0)
      fail_msg("%s", t.err);
    int frames = 2 * fps[i] + 1;
    assert_true(probe(state, names[i], "width=") == 120);
    assert_true(probe(state, names[i], "height=") == 90);
    assert_true(probe(state, names[i], "nb_read_frames=") == frames);
    assert_float_equal(probe(state, names[i], "duration="), (double)frames / fps[i], 0.06);
    char said[64];
    snprintf(said, sizeof said, "%s: %d frames of 120 by 90 dots", names[i], frames);
    assert_has(t.out, said);
    assert_false(leaves_parts(state));
  }
}

static void time_can_be_slow(void **state)
{
  trial t;
  try_pawl(state, &t,
           "movie swing.lua -o s.mp4 --width 64 --height 64 --fps 10 --speed 0.5 --quiet --theme dark "
           "--trace tip");
  assert_string_equal(t.err, "");
  assert_string_equal(t.out, "");
  assert_true(probe(state, "s.mp4", "nb_read_frames=") == 41);
  try_pawl(state, &t, "movie swing.lua -o s.mp4 --width 64 --height 64 --until 0.02 --fps 10");
  assert_has(t.out, "0.002 of real time");
  assert_true(probe(state, "s.mp4", "nb_read_frames=") == 101);
  try_pawl(state, &t,
           "movie swing.lua -o s.gif --width 65 --until 0"); /* one instant; odd numbers are even */
  assert_int_equal(t.status, 0);
  assert_true(probe(state, "s.gif", "nb_read_frames=") == 1);
}

static void bad_calls_are_sentences(void **state)
{
  static const struct {
    const char *call, *says;
  } bad[] = {{"-o a.avi", "cannot tell how to write 'a.avi': a film ends in .mp4, .webm or .gif"},
             {"", "-o FILE is missing"},
             {"-o a.mp4 --width 101", "--width must be an even number for a film in mp4, not 101"},
             {"-o a.mp4 --height 100.5", "--height wants a whole number"},
             {"-o a.gif --fps 60", "--fps 60: a film in gif holds at most 50 frames per second"},
             {"-o a.mp4 --fps 0", "--fps must be at least 1"},
             {"-o a.mp4 --speed 0", "--speed must be at least"},
             {"-o a.mp4 --speed 1e-6", "the film would have 6e+07 frames"},
             {"-o a.mp4 --trace top", "--trace: there is no part 'top'; did you mean 'tip'?"}};
  trial t;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char call[256];
    snprintf(call, sizeof call, "movie swing.lua %s", bad[i].call);
    assert_int_equal(try_pawl(state, &t, call)->status, 2);
    assert_has(t.err, bad[i].says);
  }
  try_pawl(state, &t, "run swing.lua --out r.csv --quiet");
  assert_int_equal(try_pawl(state, &t, "movie r.csv -o a.mp4")->status, 2);
  assert_has(t.err, "a drawing needs the model");
  assert_int_equal(
      try_pawl(state, &t, "movie r.csv --model swing.lua -o r.mp4 --width 64 --height 64")->status, 0);
  assert_int_equal(try_pawl(state, &t, "movie swing.lua -o nowhere/a.mp4")->status, 4);
  assert_has(t.err, "cannot write nowhere/a.mp4: No such file or directory");
}

static void without_ffmpeg(void **state)
{
  assert_int_equal(shell(*state, "PATH=/nonexistent \"$PAWL\" movie swing.lua -o a.mp4 2>.err"), 4);
  assert_has(file(state, ".err"),
             "a film is made by ffmpeg, which was not found; on Debian and Ubuntu: apt-get install ffmpeg");
}

/* One that fails at once, and one that takes nothing and then fails: what was there stays. */
static void ffmpeg_may_fail(void **state)
{
  static const char *const scripts[] = {"#!/bin/sh\necho first >&2\necho 'Unknown encoder' >&2\nexit 3\n",
                                        "#!/bin/sh\nexec <&-\necho 'No space left' >&2\nexit 3\n",
                                        "#!/bin/sh\nkill -9 $$\n"};
  static const char *const says[] = {"ffmpeg failed with exit status 3: Unknown encoder",
                                     "ffmpeg failed with exit status 3: No space left",
                                     "ffmpeg failed with exit status 137"};
  write_file(*state, "old.mp4", "old");
  for (int i = 0; i < 3; i++) {
    assert_int_equal(shell(*state, "mkdir -p bin"), 0);
    write_file(*state, "bin/ffmpeg", scripts[i]);
    assert_int_equal(
        shell(*state,
              "chmod +x bin/ffmpeg; PATH=\"$PWD/bin:$PATH\" \"$PAWL\" movie swing.lua -o old.mp4 2>.err"),
        4);
    assert_has(file(state, ".err"), says[i]);
    assert_string_equal(file(state, "old.mp4"), "old");
    assert_false(leaves_parts(state));
  }
}

static void ctrl_c_ends_it(void **state)
{
  write_file(*state, "keep.mp4", "old");
  assert_int_equal(
      shell(*state,
            "{ \"$PAWL\" movie swing.lua -o keep.mp4 --speed 1e-4 --quiet 2>.err & p=$!; "
            "for i in $(seq 2400); do [ -e keep.mp4.$p.part ] || ! kill -0 $p && break; sleep 0.05; done; "
            "kill -TERM $p; wait $p; echo $? >.code; }"),
      0);
  assert_has(file(state, ".err"), "interrupted");
  assert_string_equal(file(state, ".code"), "143\n"); /* 128 + SIGTERM, which is caught in the same way */
  assert_string_equal(file(state, "keep.mp4"), "old");
  assert_false(leaves_parts(state));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(films_have_their_frames), cmocka_unit_test(time_can_be_slow),
      cmocka_unit_test(bad_calls_are_sentences), cmocka_unit_test(without_ffmpeg),
      cmocka_unit_test(ffmpeg_may_fail),         cmocka_unit_test(ctrl_c_ends_it),
  };
  return cmocka_run_group_tests(tests, open_model, remove_folder);
}
