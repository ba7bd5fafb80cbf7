/* Words of other programs, of textbooks and of workshops for what the catalogue has. */
#include "parts/synonyms.h"

#include <string.h>

const pawl_kind_word pawl_kind_words[] = {
    /* joints */
    {"hinge", "revolute", NULL},
    {"pivot", "revolute", NULL},
    {"pin", "revolute", "spherical"},
    {"pin_joint", "revolute", "spherical"},
    {"revolute_joint", "revolute", NULL},
    {"bearing", "revolute", NULL},
    {"axle", "revolute", NULL},
    {"slider", "prismatic", NULL},
    {"slide", "prismatic", NULL},
    {"guide", "prismatic", NULL},
    {"rail", "prismatic", NULL},
    {"translational", "prismatic", NULL},
    {"prismatic_joint", "prismatic", NULL},
    {"ball", "cylinder", "spherical"},
    {"ball_joint", "revolute", "spherical"},
    {"ball_and_socket", "revolute", "spherical"},
    {"socket", "revolute", "spherical"},
    {"cardan", "universal", NULL},
    {"hooke", "universal", NULL},
    {"sleeve", "cylindrical", NULL},
    {"fixed", "weld", NULL},
    {"fix", "weld", NULL},
    {"glue", "weld", NULL},
    {"clamp", "weld", NULL},
    {"floating", "free", NULL},
    {"slot", "pin_in_slot", NULL},
    {"cam_follower", "curve_joint", NULL},
    /* bodies */
    {"rigid_body", "body", NULL},
    {"block", "box", NULL},
    {"cube", "box", NULL},
    {"cuboid", "box", NULL},
    {"bar", "box", NULL},
    {"beam", "box", NULL},
    {"disc", "cylinder", NULL},
    {"disk", "cylinder", NULL},
    {"particle", "point_mass", NULL},
    {"mass", "point_mass", NULL},
    {"world", "planar", "spatial"},
    {"gravity", "planar", "spatial"},
    /* links, drives, forces */
    {"link", "rod", NULL},
    {"strut", "rod", NULL},
    {"pulley", "rope", NULL},
    {"cable", "rope", NULL},
    {"wire", "rope", NULL},
    {"cord", "rope", NULL},
    {"gears", "gear", NULL},
    {"gearbox", "coupling", NULL},
    {"screw", "coupling", NULL},
    {"transmission", "coupling", NULL},
    {"tyre", "slip_wheel", NULL},
    {"tire", "slip_wheel", NULL},
    {"wall", "stop", NULL},
    {"bumper", "stop", NULL},
    {"end_stop", "stop", NULL},
    {"limits", "stop", NULL},
    {"dashpot", "damper", NULL},
    {"shock_absorber", "spring", NULL},
    {"spring_damper", "spring", NULL},
    {"torsion_spring", "torsion", NULL},
    {"rotational_spring", "torsion", NULL},
    {"actuator", "motor", NULL},
    {"engine", "motor", NULL},
    {"drive", "motor", NULL},
    {"piston", "line_force", NULL},
    {"load", "force", NULL},
    {"thrust", "force", NULL},
    {"moment", "torque", NULL},
    {"controller", "pid", NULL},
    {"air_drag", "drag", NULL},
    {"trace", "marker", NULL},
    /* contacts, shapes */
    {"collision", "contact", NULL},
    {"collide", "contact", NULL},
    {"collisions", "contacts", NULL},
    {"floor", "line", NULL},
    {"halfplane", "line", NULL},
    {"rectangle", "polygon", NULL},
    {"square", "polygon", NULL},
    {"svg", "path", NULL},
    {"dxf", "path", NULL},
    {"bezier", "nurbs", NULL},
    {"bspline", "nurbs", NULL},
    /* statements */
    {"run", "simulate", NULL},
    {"simulation", "simulate", NULL},
    {"solver", "simulate", NULL},
    {0}};

/* `law` comes last: a contact has none of the numbers, its law has. */
const pawl_field_word pawl_field_words[] = {{"e", "restitution law"},
                                            {"restitution", "e law"},
                                            {"bounce", "restitution e law"},
                                            {"cor", "restitution e law"},
                                            {"mu", "friction"},
                                            {"friction", "mu"},
                                            {"k", "stiffness law"},
                                            {"stiffness", "law"},
                                            {"c", "damping"},
                                            {"d", "damping"},
                                            {"m", "mass"},
                                            {"weight", "mass"},
                                            {"I", "inertia"},
                                            {"J", "inertia"},
                                            {"moment_of_inertia", "inertia"},
                                            {"r", "radius"},
                                            {"diameter", "radius"},
                                            {"l", "length"},
                                            {"L", "length"},
                                            {"l0", "length"},
                                            {"rest_length", "length"},
                                            {"x", "fx tx"},
                                            {"y", "fy ty"},
                                            {"z", "fz tz"},
                                            {"force", "fx"},
                                            {"torque", "tz"},
                                            {"angle", "position"},
                                            {"position", "angle x"},
                                            {"theta", "angle"},
                                            {"phi", "angle"},
                                            {"rotation", "angle"},
                                            {"orientation", "angle e0"},
                                            {"omega", "speed wz"},
                                            {"w", "omega speed"},
                                            {"speed", "omega vx"},
                                            {"v", "speed vx"},
                                            {"velocity", "speed vx"},
                                            {"angular_velocity", "omega speed wx"},
                                            {"lower", "min"},
                                            {"upper", "max"},
                                            {"g", "gravity"},
                                            {"t_end", "duration"},
                                            {"time", "duration"},
                                            {"until", "duration"},
                                            {"tol", "tolerance"},
                                            {"rtol", "tolerance"},
                                            {"dt", "step"},
                                            {"timestep", "step"},
                                            {"integrator", "method"},
                                            {"solver", "method"},
                                            {0}};

static char lower(char c)
{
  return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool same(const char *a, const char *b)
{
  while (*a && lower(*a) == lower(*b)) {
    a++;
    b++;
  }
  return lower(*a) == lower(*b);
}

const char *pawl_kind_meant(const char *word, unsigned worlds)
{
  for (const pawl_kind_word *w = pawl_kind_words; w->word; w++)
    if (same(w->word, word))
      return worlds == PAWL_SPATIAL && w->spatial ? w->spatial : w->kind;
  return NULL;
}

static bool is_field(const pawl_field *fields, unsigned worlds, const char *name, size_t length)
{
  for (; fields->name; fields++)
    if (strlen(fields->name) == length && memcmp(fields->name, name, length) == 0 &&
        (!fields->worlds || (fields->worlds & worlds)))
      return true;
  return false;
}

/* The name as the table of the fields has it. */
static const char *own_name(const pawl_field *fields, const char *name, size_t length)
{
  while (strlen(fields->name) != length || memcmp(fields->name, name, length) != 0)
    fields++;
  return fields->name;
}

const char *pawl_field_meant(const char *word, const pawl_field *fields, unsigned worlds)
{
  for (const pawl_field_word *w = pawl_field_words; w->word; w++)
    if (strcmp(w->word, word) == 0)
      for (const char *name = w->fields; *name; name += *name == ' ') {
        size_t length = strcspn(name, " ");
        if (is_field(fields, worlds, name, length))
          return own_name(fields, name, length);
        name += length;
      }
  return NULL;
}
