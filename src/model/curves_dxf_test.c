/* Outlines of DXF drawings: areas and lengths against closed forms, drawings that another program has written, random outlines
 * cut into pieces, and what is refused. */
#include "base/chance.h"
#include "model/drawings_test.h"

enum { ROOM = 1 << 20 };

typedef struct {
  char *text;
  size_t size;
  const char *newline;
} dxf;

static void say(dxf *d, const char *line)
{
  d->size += (size_t)snprintf(d->text + d->size, ROOM - d->size, "%s%s", line, d->newline);
  assert_true(d->size < ROOM);
}

/* "0 LINE 10 3 …" as lines; '_' is an empty value. */
static void say_all(dxf *d, const char *words)
{
  char word[64];
  int read;
  while (sscanf(words, " %63s%n", word, &read) == 1) {
    say(d, strcmp(word, "_") == 0 ? "" : word);
    words += read;
  }
}

static dxf start(const char *newline, const char *header)
{
  dxf d = {malloc(ROOM), 0, newline};
  assert_non_null(d.text);
  if (*header) {
    say_all(&d, "0 SECTION 2 HEADER");
    say_all(&d, header);
    say_all(&d, "0 ENDSEC");
  }
  return d;
}

static void save(dxf *d, const char *folder, const char *name)
{
  write_file(folder, name, d->text, d->size);
  free(d->text);
}

static void write_drawing(const char *folder, const char *newline, const char *header, const char *entities)
{
  dxf d = start(newline, header);
  say_all(&d, "0 SECTION 2 ENTITIES");
  say_all(&d, entities);
  say_all(&d, "0 ENDSEC 0 EOF");
  save(&d, folder, "a.dxf");
}

/* The perimeter of an ellipse by arithmetic and geometric means: 2 pi (a² - Σ 2^(n-1) c_n²) / agm. */
static double around_ellipse(double a, double b)
{
  double x = a, y = b, sum = a * a, power = 0.5;
  sum -= power * (x * x - y * y);
  for (int i = 0; i < 8; i++) {
    double c = (x - y) / 2, g = sqrt(x * y);
    x = (x + y) / 2;
    y = g;
    power *= 2;
    sum -= power * c * c;
  }
  return 2 * PI * sum / x;
}

#define MM "9 $ACADVER 1 AC1015 9 $INSUNITS 70 4"
#define QUARTER "0.41421356237309503" /* tan(90°/4) */
#define S2 1.4142135623730951

/* ---- drawings ---- */

/* In the unit of the drawing; area 0: it is open. */
static const struct {
  const char *what, *header, *entities, *fields;
  double unit, area, length;
} drawings[] = {
    {"lines in order", MM,
     "0 LINE 8 0 10 1 20 1 11 7 21 1 0 LINE 8 0 10 7 20 1 11 7 21 5 0 LINE 8 0 10 7 20 5 11 1 21 5 "
     "0 LINE 8 0 10 1 20 5 11 1 21 1",
     "", 1e-3, 24, 20},
    {"lines in any order and sense", MM,
     "0 LINE 8 0 10 7 20 5 11 1 21 5 0 LINE 8 0 10 7 20 1 11 1 21 1 0 LINE 8 0 10 7 20 5 11 7 21 1 "
     "0 LINE 8 0 10 1 20 5 11 1 21 1",
     "", 1e-3, 24, 20},
    {"a circle", MM, "0 CIRCLE 5 2F 8 0 10 100 20 -30 30 0 40 12.5", "", 1e-3, 156.25 * PI, 25 * PI},
    {"a slot of lines and arcs", MM,
     "0 ARC 8 0 10 10 20 0 40 3 50 270 51 90 0 LINE 8 0 10 10 20 3 11 0 21 3 "
     "0 ARC 8 0 10 0 20 0 40 3 50 90 51 270 0 LINE 8 0 10 10 20 -3 11 0 21 -3",
     "", 1e-3, 60 + 9 * PI, 20 + 6 * PI},
    {"three quarters of a disc", MM,
     "0 ARC 8 0 10 2 20 1 40 4 50 0 51 270 0 LINE 8 0 10 2 20 -3 11 2 21 1 0 LINE 8 0 10 2 20 1 11 6 21 1",
     "", 1e-3, 12 * PI, 8 + 6 * PI},
    {"an arc alone", MM, "0 ARC 8 0 10 0 20 0 40 2 50 350 51 10", "", 1e-3, 0, 2 * PI / 9},
    {"a polyline with bulges", MM,
     "0 LWPOLYLINE 8 0 90 4 70 1 43 0.5 10 0 20 -3 10 10 20 -3 42 1 10 10 20 3 10 0 20 3 42 1", "", 1e-3,
     60 + 9 * PI, 20 + 6 * PI},
    {"a clockwise one with bites", MM,
     "0 LWPOLYLINE 8 0 90 4 70 1 10 0 20 0 42 " QUARTER " 10 0 20 8 42 " QUARTER " 10 8 20 8 42 " QUARTER
     " 10 8 20 0 42 " QUARTER,
     "", 1e-3, 64 - 4 * (8 * PI - 16), 8 * S2 *PI},
    {"an open polyline", MM, "0 LWPOLYLINE 8 0 90 3 70 0 10 0 20 0 10 4 20 0 42 -1 10 4 20 6", "", 1e-3, 0,
     4 + 3 * PI},
    {"points said twice", MM,
     "0 LWPOLYLINE 8 0 90 6 70 1 10 0 20 0 10 0 20 0 10 4 20 0 10 4 20 3 10 4 20 3 10 0 20 0", "", 1e-3, 6,
     12},
    {"a polyline of vertices", MM,
     "0 POLYLINE 8 0 66 1 70 1 10 0 20 0 30 0 0 VERTEX 8 0 10 0 20 0 42 0 0 VERTEX 8 0 10 6 20 0 42 1 "
     "0 VERTEX 8 0 10 6 20 4 0 VERTEX 8 0 10 0 20 4 0 SEQEND 8 0",
     "", 1e-3, 24 + 2 * PI, 16 + 2 * PI},
    {"vertices of a fitted spline", MM,
     "0 POLYLINE 8 0 66 1 70 5 0 VERTEX 8 0 70 16 10 9 20 9 0 VERTEX 8 0 70 8 10 0 20 0 0 VERTEX 8 0 70 8 10 "
     "3 20 "
     "0 0 VERTEX 8 0 70 8 10 0 20 4 0 SEQEND",
     "", 1e-3, 6, 12},
    {"a quarter of an ellipse", MM,
     "0 ELLIPSE 8 0 10 1 20 2 11 0 21 5 31 0 40 0.6 41 0 42 1.5707963267948966 0 LINE 8 0 10 1 20 7 11 1 21 "
     "2 "
     "0 LINE 8 0 10 1 20 2 11 -2 21 2",
     "", 1e-3, 3.75 * PI, 0},
    {"a parabola", MM,
     "0 SPLINE 8 0 70 8 71 2 72 6 73 3 40 0 40 0 40 0 40 1 40 1 40 1 10 -1 20 1 10 0 20 -1 10 1 20 1", "",
     1e-3, 0, 2.9578857150891950},
    {"a circle as a spline", MM,
     "0 SPLINE 8 0 70 12 71 2 72 12 73 9 40 0 40 0 40 0 40 1 40 1 40 2 40 2 40 3 40 3 40 4 40 4 40 4 "
     "41 1 41 0.70710678118654757 41 1 41 0.70710678118654757 41 1 41 0.70710678118654757 41 1 41 "
     "0.70710678118654757 41 1 "
     "10 3 20 0 30 0 10 3 20 3 30 0 10 0 20 3 30 0 10 -3 20 3 30 0 10 -3 20 0 30 0 10 -3 20 -3 30 0 10 0 20 "
     "-3 30 0 "
     "10 3 20 -3 30 0 10 3 20 0 30 0",
     "", 1e-3, 9 * PI, 6 * PI},
    {"a periodic spline", MM, /* quadratic: its pieces go from middle to middle of a square's edges, ... */
     "0 SPLINE 8 0 70 11 71 2 72 9 73 6 40 -2 40 -1 40 0 40 1 40 2 40 3 40 4 40 5 40 6 10 4 20 4 10 -4 20 4 "
     "10 -4 20 "
     "-4 10 4 20 -4 10 4 20 4 10 -4 20 4",
     "", 1e-3, 32 + 4 * (2.0 / 3) * 8, 4 * 4 * 1.6232252401402305},
    {"seen from below", MM,
     "0 ARC 8 0 10 -10 20 0 40 3 50 90 51 270 210 0 220 0 230 -1 0 LINE 8 0 10 10 20 3 11 0 21 3 "
     "0 LWPOLYLINE 8 0 90 3 70 0 10 -10 20 -3 10 0 20 -3 42 1 10 0 20 3 210 0 220 0 230 -1",
     "", 1e-3, 60 + 9 * PI, 20 + 6 * PI},
    {"in inches", "9 $INSUNITS 70 1 9 $MEASUREMENT 70 0",
     "999 a 0 LINE 999 b 8 0 10 0 20 0 11 3 21 0 0 LINE 8 0 10 3 20 0 11 0 21 4 0 LINE 8 0 10 0 20 4 11 0 21 "
     "0",
     "", 0.0254, 6, 12},
    {"without a unit", "9 $ACADVER 1 AC1009", "0 CIRCLE 8 0 10 0 20 0 40 2", "scale = 1*cm", 1e-2, 4 * PI,
     4 * PI},
    {"another scale", MM, "0 CIRCLE 8 0 10 0 20 0 40 2", "scale = 2*mm", 2e-3, 4 * PI, 4 * PI},
    {"one of two layers", MM,
     "0 CIRCLE 8 Bore 10 0 20 0 40 2 0 TEXT 8 Notes 10 0 20 0 1 hello 0 CIRCLE 8 Rim 10 0 20 0 40 5",
     "layer = 'rim'", 1e-3, 25 * PI, 10 * PI},
    {"the second of two", MM, "0 CIRCLE 8 0 10 0 20 0 40 2 0 CIRCLE 8 0 10 0 20 0 40 5", "number = 2", 1e-3,
     25 * PI, 10 * PI},
    {"on paper, and hidden", MM,
     "0 CIRCLE 8 0 10 0 20 0 40 2 0 INSERT 67 1 8 0 2 FRAME 0 VIEWPORT 8 0 0 LINE 8 0 60 1 10 9 20 9 11 0 21 "
     "0",
     "", 1e-3, 4 * PI, 4 * PI},
};

static void drawings_have_their_areas_and_lengths(void **state)
{
  for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
    for (int crlf = 0; crlf < 2; crlf++) {
      double area, length, unit = drawings[i].unit, wanted = drawings[i].length;
      write_drawing(*state, crlf ? "\r\n" : "\n", drawings[i].header, drawings[i].entities);
      drawn d = open_drawing(*state, "a.dxf", drawings[i].fields);
      measure(&d, &area, &length);
      if (wanted == 0) /* the quarter of an ellipse */
        wanted = 8 + around_ellipse(5, 3) / 4;
      close_to(length / unit, wanted, 1e-9 * wanted, drawings[i].what);
      close_to(pawl_profile_length(d.profile) / unit, wanted, 1e-9 * wanted, drawings[i].what);
      assert_true(pawl_profile_closed(d.profile) == (drawings[i].area != 0));
      if (drawings[i].area != 0)
        close_to(area / (unit * unit), drawings[i].area, 1e-9 * drawings[i].area, drawings[i].what);
      leave(&d);
    }
}

/* Pieces that miss each other by less than the tolerance; a hair is left out. */
static void ends_that_nearly_meet_are_joined(void **state)
{
  static const char *const entities =
      "0 LINE 8 0 10 0 20 0.001 11 30 21 0 0 LINE 8 0 10 30 20 0.002 11 30 21 40 "
      "0 LINE 8 0 10 30 20 40 11 30.001 21 40 "
      "0 ARC 8 0 10 15 20 40 40 15.0005 50 0 51 180 0 LINE 8 0 10 0 20 40 11 0 21 0";
  double area, length;
  write_drawing(*state, "\n", MM, entities);
  drawn d = open_drawing(*state, "a.dxf", "tolerance = 0.01*mm");
  measure(&d, &area, &length);
  assert_true(pawl_profile_closed(d.profile) && d.to == 4);
  close_to(area, 1e-6 * (1200 + 112.5 * PI), 0.1e-6, "the area");
  leave(&d);
  refuses_drawing(*state, "a.dxf", "",
                  "path: %s/a.dxf has 4 outlines, on the layers '0': 'layer' or 'number' chooses one");
}

/* The drawing stays as it was drawn: the way of an open outline is that of its first piece. */
static void an_open_outline_goes_the_way_of_its_first_piece(void **state)
{
  write_drawing(
      *state, "\n", MM,
      "0 LINE 8 0 10 2 20 0 11 3 21 0 0 LINE 8 0 10 3 20 1 11 3 21 0 0 LINE 8 0 10 0 20 0 11 2 21 0");
  drawn d = open_drawing(*state, "a.dxf", "scale = 1");
  point_close_to(point_at(&d, 0).p, 0, 0, 0, "where it begins");
  point_close_to(point_at(&d, 1).p, 2, 0, 0, "the second point");
  pawl_profile_point end;
  pawl_profile_at(d.profile, d.to, false, &end);
  point_close_to(end.p, 3, 1, 0, "where it ends");
  leave(&d);
}

/* ---- random outlines, whole and in pieces ---- */

static double in_range(unsigned long long *chance, double low, double high)
{
  return low + (high - low) * (pawl_chance(chance) + 1) / 2;
}

typedef struct {
  int n;
  double x[12], y[12], bulge[12];
} outline;

static outline random_outline(unsigned long long *chance)
{
  outline o = {.n = 3 + (int)(9 * in_range(chance, 0, 1))};
  double x = in_range(chance, -500, 500), y = in_range(chance, -500, 500);
  for (int i = 0; i < o.n; i++) {
    double r = in_range(chance, 20, 60), a = 2 * PI * (i + in_range(chance, 0, 0.6)) / o.n;
    o.x[i] = x + r * cos(a);
    o.y[i] = y + r * sin(a);
    o.bulge[i] = in_range(chance, 0, 1) < 0.4 ? 0 : in_range(chance, -1.5, 1.5);
  }
  return o;
}

static void measure_exactly(const outline *o, double *area, double *length)
{
  *area = *length = 0;
  for (int i = 0, k; i < o->n; i++) {
    k = (i + 1) % o->n;
    double chord = hypot(o->x[k] - o->x[i], o->y[k] - o->y[i]), angle = 4 * atan(o->bulge[i]);
    *area += 0.5 * ((o->x[i] - o->x[0]) * (o->y[k] - o->y[0]) - (o->x[k] - o->x[0]) * (o->y[i] - o->y[0]));
    if (o->bulge[i] == 0) {
      *length += chord;
      continue;
    }
    double radius = chord / (2 * sin(fabs(angle) / 2));
    *area += 0.5 * radius * radius * (angle - sin(angle));
    *length += radius * fabs(angle);
  }
}

static void say_polyline(dxf *d, const outline *o)
{
  char text[200];
  say_all(d, "0 LWPOLYLINE 8 0 70 1");
  for (int i = 0; i < o->n; i++) {
    snprintf(text, sizeof text, "10 %.17g 20 %.17g 42 %.17g", o->x[i], o->y[i], o->bulge[i]);
    say_all(d, text);
  }
}

/* The edge as a LINE, either way, or an ARC, which always turns to the left. */
static void say_edge(dxf *d, const outline *o, int i, bool back)
{
  char text[300];
  int k = (i + 1) % o->n;
  double dx = o->x[k] - o->x[i], dy = o->y[k] - o->y[i], b = o->bulge[i];
  if (b == 0)
    snprintf(text, sizeof text, "0 LINE 8 0 10 %.17g 20 %.17g 11 %.17g 21 %.17g", o->x[back ? k : i],
             o->y[back ? k : i], o->x[back ? i : k], o->y[back ? i : k]);
  else {
    double away = (1 - b * b) / (4 * b), x = o->x[i] + dx / 2 - away * dy, y = o->y[i] + dy / 2 + away * dx;
    double from = atan2(o->y[i] - y, o->x[i] - x) * 180 / PI, to = atan2(o->y[k] - y, o->x[k] - x) * 180 / PI;
    snprintf(text, sizeof text, "0 ARC 8 0 10 %.17g 20 %.17g 40 %.17g 50 %.17g 51 %.17g", x, y,
             hypot(o->x[i] - x, o->y[i] - y), b > 0 ? from : to, b > 0 ? to : from);
  }
  say_all(d, text);
}

static void random_outlines_are_put_together_again(void **state)
{
  unsigned long long chance = 15;
  for (int round = 0; round < 60; round++) {
    outline o = random_outline(&chance);
    double area, length, exact_area, exact_length;
    int order[12];
    measure_exactly(&o, &exact_area, &exact_length);
    for (int i = 0; i < o.n; i++) {
      int k = (int)(in_range(&chance, 0, 1) * (i + 1));
      order[i] = order[k];
      order[k] = i;
    }
    for (int whole = 0; whole < 2; whole++) {
      dxf d = start("\n", MM);
      say_all(&d, "0 SECTION 2 ENTITIES");
      if (whole)
        say_polyline(&d, &o);
      for (int i = 0; i < o.n && !whole; i++)
        say_edge(&d, &o, order[i], in_range(&chance, 0, 1) < 0.5);
      say_all(&d, "0 ENDSEC 0 EOF");
      save(&d, *state, "a.dxf");
      drawn p = open_drawing(*state, "a.dxf", "scale = 1");
      measure(&p, &area, &length);
      assert_true(pawl_profile_closed(p.profile));
      close_to(length, exact_length, 1e-9 * exact_length,
               whole ? "the polyline's length" : "the pieces' length");
      close_to(area, fabs(exact_area), 1e-9 * fabs(exact_area),
               whole ? "the polyline's area" : "the pieces' area");
      leave(&p);
    }
  }
}

/* ---- drawings of another program ---- */

/* The script writes a line for each: file, fields, unit, area, length. */
static void drawings_of_another_program(void **state)
{
  char command[300], path[256], name[64], fields[128];
  double unit, area, length, found_area, found_length;
  if (system("python3 -c 'import ezdxf' 2>/dev/null") != 0) {
    print_message("python3-ezdxf is not installed: its drawings are not tried\n");
    skip();
  }
  snprintf(command, sizeof command, "python3 src/model/curves_dxf_test.py %s", (char *)*state);
  assert_int_equal(system(command), 0);
  snprintf(path, sizeof path, "%s/list", (char *)*state);
  FILE *list = fopen(path, "r");
  assert_non_null(list);
  int count = 0;
  for (; fscanf(list, "%63s %127s %lf %lf %lf", name, fields, &unit, &area, &length) == 5; count++) {
    drawn d = open_drawing(*state, name, strcmp(fields, "-") == 0 ? "" : fields);
    measure(&d, &found_area, &found_length);
    close_to(found_length / unit, length, 1e-9 * length, name);
    assert_true(pawl_profile_closed(d.profile) == (area != 0));
    if (area != 0)
      close_to(found_area / (unit * unit), area, 1e-9 * area, name);
    leave(&d);
  }
  fclose(list);
  assert_true(count >= 12);
}

/* ---- what is refused ---- */

#define ALONE "; 'layer' chooses where there are outlines alone"
#define CIRCLE "0 CIRCLE 8 0 10 0 20 0 40 2 "

static const struct {
  const char *header, *entities, *fields, *sentence;
} refused[] = {
    {MM, CIRCLE "0 INSERT 8 0 2 BOLT 10 0 20 0", "",
     "path: %s/a.dxf: line 29: INSERT is a block; explode it in the drawing program" ALONE},
    {MM, "0 3DFACE 8 0 10 0 20 0", "",
     "path: %s/a.dxf: line 19: 3DFACE is a face in space, no outline" ALONE},
    {MM, "0 3DSOLID 8 0", "", "path: %s/a.dxf: line 19: 3DSOLID is a solid in space, no outline" ALONE},
    {MM, "0 HATCH 8 0", "",
     "path: %s/a.dxf: line 19: HATCH is a filled area; the outline itself must be drawn" ALONE},
    {MM, "0 TEXT 8 0 1 x", "", "path: %s/a.dxf: line 19: TEXT is text, no outline" ALONE},
    {MM, "0 MTEXT 8 0 1 x", "", "path: %s/a.dxf: line 19: MTEXT is text, no outline" ALONE},
    {MM, "0 DIMENSION 8 0 1 x", "", "path: %s/a.dxf: line 19: DIMENSION is a dimension, no outline" ALONE},
    {MM, "0 HELIX 8 0", "",
     "path: %s/a.dxf: line 19: HELIX is none of LINE, ARC, CIRCLE, ELLIPSE, LWPOLYLINE, POLYLINE and "
     "SPLINE" ALONE},
    {MM, "", "", "path: %s/a.dxf has no outline: no entity in it draws one"},
    {MM, CIRCLE CIRCLE "0 CIRCLE 8 Rim 10 0 20 0 40 5", "",
     "path: %s/a.dxf has 3 outlines, on the layers '0', 'Rim': 'layer' or 'number' chooses one"},
    {MM, CIRCLE CIRCLE, "number = 3", "path: %s/a.dxf has no outline number 3: it has 2"},
    {MM, CIRCLE "0 TEXT 8 Notes 1 x", "layer = 'rim'",
     "path: %s/a.dxf has nothing on the layer 'rim', but on '0', 'Notes'"},
    {MM, CIRCLE, "id = 'rim'", "path: 'id' is for SVG: a DXF drawing has 'layer' and 'number'"},
    {"", CIRCLE, "",
     "path: %s/a.dxf does not say its unit ($INSUNITS): 'scale' is the length of one, as in scale = 1*mm"},
    {"9 $INSUNITS 70 0", CIRCLE, "",
     "path: %s/a.dxf does not say its unit ($INSUNITS): 'scale' is the length of one, as in scale = 1*mm"},
    {"9 $INSUNITS 70 99", CIRCLE, "",
     "path: %s/a.dxf says 99 for its unit ($INSUNITS), which is none: 'scale' is the length of one, as in "
     "scale = 1*mm"},
    {MM, "0 LINE 8 0 10 0 20 0 11 1 21 0 0 LINE 8 0 10 1 20 0 11 1 21 1 0 LINE 8 0 10 1 20 0 11 2 21 0", "",
     "path: %s/a.dxf: more than two pieces end at {1, 0}, on the layers '0': which of them go on is not "
     "said"},
    {MM, "0 LINE 8 0 10 0 20 0 11 1,5 21 0", "", "path: %s/a.dxf: line 28: '1,5' is no number"},
    {MM, "0 LINE 8 0 10 0 20 0 11 1 21 0 oops 1", "",
     "path: %s/a.dxf: line 31 is 'oops' where the code of a group is expected"},
    {MM, "0 LINE 8 0 10 0 20 0 30 0 11 1 21 0 31 1", "",
     "path: %s/a.dxf: line 19: its LINE does not lie in a plane beside x and y: an outline is flat"},
    {MM, CIRCLE "210 1 220 0 230 0", "",
     "path: %s/a.dxf: line 19: its CIRCLE does not lie in a plane beside x and y: an outline is flat"},
    {MM, "0 CIRCLE 8 0 10 0 20 0 40 0", "",
     "path: %s/a.dxf: line 19: the radius of its CIRCLE must be more than 0"},
    {MM, "0 POLYLINE 8 0 70 8 0 VERTEX 10 0 20 0 30 1 0 SEQEND", "",
     "path: %s/a.dxf: line 19: its POLYLINE is a line in space: an outline is flat"},
    {MM, "0 POLYLINE 8 0 70 64 0 VERTEX 10 0 20 0 30 1 0 SEQEND", "",
     "path: %s/a.dxf: line 19: its POLYLINE is a net of faces: an outline is flat"},
    {MM, "0 SPLINE 8 0 71 3 74 3 11 0 21 0 11 1 21 1 11 2 21 0", "",
     "path: %s/a.dxf: line 19: its SPLINE is given by the points that it goes through alone, not by its "
     "control "
     "points"},
    {MM, "0 SPLINE 8 0 71 1 40 0 40 1 40 1 10 0 20 0 10 1 20 0", "",
     "path: %s/a.dxf: line 19: its SPLINE does not have as many knots as control points and degree ask for"},
    {MM, "0 SPLINE 8 0 71 1 40 0 40 0 40 1 40 1 41 1 41 0 10 0 20 0 10 1 20 0", "",
     "path: %s/a.dxf: line 19: its SPLINE has a weight that is not more than 0"},
    {MM, "0 SPLINE 8 0 71 1 40 0 40 0 40 1 40 1 40 2 40 2 10 0 20 0 10 1 20 0 10 2 20 0 10 3 20 0", "",
     "path: %s/a.dxf: line 19: its SPLINE is torn: a knot inside of it is repeated more often than its "
     "degree"},
    {MM, "0 ELLIPSE 8 0 10 0 20 0 11 1 21 0 40 0", "",
     "path: %s/a.dxf: line 19: both half axes of its ELLIPSE must be more than 0"},
};

static void other_things_are_refused_by_name(void **state)
{
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    write_drawing(*state, "\n", refused[i].header, refused[i].entities);
    refuses_drawing(*state, "a.dxf", refused[i].fields, refused[i].sentence);
  }
  static const char binary[] = "AutoCAD Binary DXF\r\n\032\0\0SECTION";
  static const struct {
    const char *text, *sentence;
    size_t size;
  } files[] = {
      {binary, "path: %s/a.dxf is a binary DXF: save it as text (ASCII)", sizeof binary},
      {"", "path: %s/a.dxf is no DXF drawing: it has no ENTITIES", 0},
      {"<svg/>", "path: %s/a.dxf: line 1 is '<svg/>' where the code of a group is expected", 6},
      {"0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n0\n", "path: %s/a.dxf is cut off: it ends inside of a section",
       32},
  };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    write_file(*state, "a.dxf", files[i].text, files[i].size);
    refuses_drawing(*state, "a.dxf", "", files[i].sentence);
  }
}

/* Good drawings with a part of them changed, or cut off: a profile or a sentence. */
static void damage_is_survived(void **state)
{
  unsigned long long chance = 16;
  int good = 0, tried = 0;
  for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
    for (int k = 0; k < 12; k++, tried++) {
      dxf d = start("\n", drawings[i].header);
      say_all(&d, "0 SECTION 2 ENTITIES");
      say_all(&d, drawings[i].entities);
      say_all(&d, "0 ENDSEC 0 EOF");
      size_t at = (size_t)(in_range(&chance, 0, 1) * (double)d.size);
      if (k % 2)
        d.size = at;
      else
        d.text[at] = "0123456789-.\neLARC"[(int)(in_range(&chance, 0, 1) * 18)];
      save(&d, *state, "a.dxf");
      pawl_model *model;
      pawl_error e;
      pawl_status status = read_drawing(*state, "a.dxf", drawings[i].fields, &model, &e);
      assert_true(status == PAWL_OK || *e.text);
      good += status == PAWL_OK;
      pawl_model_free(model);
    }
  assert_true(good > 0 && good < tried);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(drawings_have_their_areas_and_lengths),
      cmocka_unit_test(ends_that_nearly_meet_are_joined),
      cmocka_unit_test(an_open_outline_goes_the_way_of_its_first_piece),
      cmocka_unit_test(random_outlines_are_put_together_again),
      cmocka_unit_test(drawings_of_another_program),
      cmocka_unit_test(other_things_are_refused_by_name),
      cmocka_unit_test(damage_is_survived),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
