/* Equations of the user's own in coordinates q, from M and h, from T and U, or from L = T - U:
 *   M q'' = h   |   d/dt(∂L/∂q') - ∂L/∂q = Q                                           theory.md, 5.14 */
#include <string.h>

#include "parts/part.h"

enum { MOST = 64 };

static const pawl_field fields[] = {
    {"coordinates", "", PAWL_WORDS, offsetof(pawl_lagrangian, coordinates), PAWL_REQUIRED, 0, 0,
     "their names: functions read q.NAME or q[1], channels are called by them"},
    {"units", "", PAWL_WORDS, offsetof(pawl_lagrangian, units), PAWL_UNSET, 0, 0,
     "\"m\" or \"rad\" of each, for channels and tolerances; pure numbers unless given"},
    {"start", "", PAWL_NUMBERS, offsetof(pawl_lagrangian, start), PAWL_UNSET, 0, MOST,
     "coordinates at the start; zeros unless given"},
    {"speed", "", PAWL_NUMBERS, offsetof(pawl_lagrangian, speed), PAWL_UNSET, 0, MOST,
     "their speeds at the start; zeros unless given"},
    {"mass", "", PAWL_ARRAY, offsetof(pawl_lagrangian, mass), PAWL_UNSET, 0, 0,
     "M: rows of numbers, or function(q, t) that returns them"},
    {"force", "", PAWL_ARRAY, offsetof(pawl_lagrangian, force), PAWL_UNSET, 0, 0,
     "h of M q'' = h, or Q beside T, U or L: numbers, or function(q, v, t, s) that returns them"},
    {"christoffel", "", PAWL_FLAG, offsetof(pawl_lagrangian, christoffel), 0, 0, 1,
     "'mass' is a function and 'force' lacks what follows from that: it is found by differentiation. Always "
     "so with "
     "'potential'"},
    {"kinetic", "J", PAWL_FUNCTION, offsetof(pawl_lagrangian, kinetic), PAWL_UNSET, 0, 0,
     "T: function(q, v, t), instead of 'mass'"},
    {"potential", "J", PAWL_FUNCTION, offsetof(pawl_lagrangian, potential), PAWL_UNSET, 0, 0,
     "U: function(q, v, t), beside 'kinetic' or 'mass'; L = T - U"},
    {"lagrangian", "J", PAWL_FUNCTION, offsetof(pawl_lagrangian, lagrangian), PAWL_UNSET, 0, 0,
     "L: function(q, v, t), instead of 'kinetic' and 'potential'"},
    {"forces", "", PAWL_POINT_FORCES, offsetof(pawl_lagrangian, forces), PAWL_UNSET, 0, 0,
     "forces at points: { { at = function(q, t) return {x, y} end, force = {fx, fy} }, … }; a force may be "
     "function(q, v, t, s)"},
    {0}};

static const pawl_channel_def channels[] = {
    {"NAME", "m or rad", PAWL_SEEN(value), PAWL_AT_POSITION, "a coordinate: toy.bird", 0, true},
    {"NAME_speed", "m/s or rad/s", PAWL_SEEN(value), PAWL_AT_VELOCITY, "its rate: toy.bird_speed", 0, true},
    {"NAME_acceleration", "m/s^2 or rad/s^2", PAWL_SEEN(value), PAWL_AT_ACCELERATION,
     "its second rate: toy.bird_acceleration", 0, true},
    {"energy", "J", PAWL_SEEN(energy), PAWL_AT_FORCE, "kinetic energy, v·M v/2"},
    {"potential", "J", PAWL_SEEN(value), PAWL_AT_FORCE,
     "what else there is of v·∂L/∂v - L: the potential energy; 0 where only M and h are known"},
    {"power", "W", PAWL_SEEN(power), PAWL_AT_FORCE, "what forces, and L by its explicit time, give to both"},
    {"work", "J", PAWL_SEEN(work), PAWL_AT_POSITION, "the same since the start"},
    {0}};

static bool good_name(const char *name)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  return *name && !(*name >= '0' && *name <= '9') && strspn(name, letters) == strlen(name) &&
         strlen(name) <= 60;
}

/* "bird_speed" beside "bird": two channels would have one name. */
static bool is_rate_of(const char *name, const char *other)
{
  size_t n = strlen(other);
  return strncmp(name, other, n) == 0 &&
         (strcmp(name + n, "_speed") == 0 || strcmp(name + n, "_acceleration") == 0);
}

static const char *check_names(const pawl_words *names)
{
  if (names->count > MOST)
    return "'coordinates' must be at most 64";
  for (int i = 0; i < names->count; i++) {
    if (!good_name(names->word[i]))
      return "'coordinates' must be names of letters, digits and _ that begin with a letter";
    for (const pawl_channel_def *c = channels; c->name; c++)
      if (!c->each && strcmp(c->name, names->word[i]) == 0)
        return "'coordinates' cannot be called energy, potential, power or work, which are channels already";
    for (int j = 0; j < names->count; j++) {
      if (j < i && strcmp(names->word[i], names->word[j]) == 0)
        return "'coordinates' must have different names";
      if (is_rate_of(names->word[i], names->word[j]))
        return "'coordinates' has the speed or acceleration of another one as a name";
    }
  }
  return NULL;
}

/* Positive definite by Cholesky's factorisation, which needs all pivots positive. */
static bool is_positive(const double *M, int n)
{
  double L[MOST * MOST];
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = M[i * n + j];
      for (int k = 0; k < j; k++)
        sum -= L[i * n + k] * L[j * n + k];
      if (i == j && !(sum > 0))
        return false;
      L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
    }
  return true;
}

static const char *check_mass(const pawl_array *mass, int n)
{
  if (!mass->number)
    return NULL;
  if (mass->rows != n || mass->columns != n)
    return "'mass' must have as many rows and columns as there are coordinates";
  const double *M = mass->number;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (fabs(M[i * n + j] - M[j * n + i]) > 1e-9 * sqrt(fabs(M[i * n + i] * M[j * n + j])))
        return "'mass' must be symmetric";
  return is_positive(mass->number, n) ? NULL : "'mass' must be positive definite";
}

static const char *check_forms(const pawl_lagrangian *p)
{
  if (pawl_array_given(&p->mass) + (p->kinetic > 0) + (p->lagrangian > 0) != 1)
    return "needs one of 'mass', 'kinetic' and 'lagrangian'";
  if (p->lagrangian > 0 && p->potential > 0)
    return "'potential' is part of 'lagrangian' already: L = T - U";
  if (p->christoffel && !(p->mass.function > 0))
    return "'christoffel' needs a 'mass' that is a function: of one that stays the same nothing follows";
  return NULL;
}

static const char *check(void *part, unsigned worlds)
{
  (void)worlds;
  const pawl_lagrangian *p = part;
  int n = p->coordinates.count;
  const char *wrong = check_names(&p->coordinates);
  wrong = wrong ? wrong : check_forms(p);
  wrong = wrong ? wrong : check_mass(&p->mass, n);
  if (wrong)
    return wrong;
  if (p->units.count && p->units.count != n)
    return "'units' must be as many as coordinates";
  for (int i = 0; i < p->units.count; i++)
    if (strcmp(p->units.word[i], "m") != 0 && strcmp(p->units.word[i], "rad") != 0 &&
        strcmp(p->units.word[i], "1") != 0)
      return "'units' must be \"m\", \"rad\" or \"1\"";
  if (p->start.count && p->start.count != n)
    return "'start' must be as many numbers as coordinates";
  if (p->speed.count && p->speed.count != n)
    return "'speed' must be as many numbers as coordinates";
  if (p->force.number && (p->force.rows != 1 || p->force.columns != n))
    return "'force' must be as many numbers as coordinates";
  return NULL;
}

const pawl_kind pawl_own_lagrangian = {
    .name = "lagrangian",
    .family = PAWL_EQUATIONS,
    .doc = "Equations of your own: coordinates with a mass matrix and forces, with kinetic and potential "
           "energy, or "
           "with a Lagrangian. What must be differentiated is differentiated exactly.",
    .equations = "M(q, t) q'' = h(q, q', t)\n"
                 "or d/dt(∂L/∂q') - ∂L/∂q = Q,   L = T - U,   T = q'·M q'/2 with 'mass' and 'christoffel' or "
                 "'potential'\n"
                 "Q = force + Σ F_i·∂r_i/∂q over 'forces'\n",
    .example = "planar {}\n"
               "local m, l, g = 1, 0.5, 9.81\n"
               "lagrangian \"pendulum\" { coordinates = {\"phi\"}, units = {\"rad\"}, start = {1},\n"
               "  kinetic = function(q, v) return m*l^2*v.phi^2/2 end,\n"
               "  potential = function(q) return -m*g*l*math.cos(q.phi) end }\n"
               "simulate { duration = 1 }\n",
    .size = sizeof(pawl_lagrangian),
    .fields = fields,
    .channels = channels,
    .check = check};
