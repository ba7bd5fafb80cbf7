/* What is worth knowing of a model's contacts and curve joints before it moves. */
#ifndef PAWL_CLI_CONTACTS_H
#define PAWL_CLI_CONTACTS_H

#include "cli.h"
#include "contact/advice.h"
#include "step/run.h"

/* contacts.c: one outlook for each of the system's pairs; those of curve joints are empty. NULL: there are no
 * contacts, or no memory. */
/* Without `all` it is not asked what resists an impact at a rigid one. */
pawl_outlook *pawl_contacts_look(pawl_run *run, bool all, pawl_arena *arena);

/* One of the pairs that contacts { … } has made: its name alone does not tell which. */
bool pawl_is_of_group(const pawl_run *run, const pawl_contact_pair *pair);
/* " (ball on floor)" of such a one. */
void pawl_put_pair(FILE *to, const pawl_run *run, const pawl_contact_pair *pair);

/* A line for each contact, with its distance at the start and advice on its law; `values` are those of all
 * channels at the start. */
void pawl_put_contacts(FILE *to, pawl_run *run, const pawl_outlook *list, const double *values);
void pawl_put_contacts_json(pawl_json *json, pawl_run *run, const pawl_outlook *list, const double *values);

/* A line for each that starts pressed or was moved, that two shapes have twice, or whose law is absurd, and for shapes that
 * cross themselves. */
void pawl_put_contact_warnings(FILE *to, const char *before, const pawl_run *run, const pawl_outlook *list);

/* Only those of laws. */
void pawl_put_law_warnings(FILE *to, const char *before, const pawl_run *run, const pawl_outlook *list);

/* contacts_modes.c: ": sticking, open" and the like of a contact that has modes at the start. */
void pawl_put_modes(FILE *to, const pawl_run *run, const pawl_contact_pair *pair);
void pawl_put_modes_json(pawl_json *json, const pawl_run *run, const pawl_contact_pair *pair);
/* The line of a constraint, a stop or friction of a joint; false: it is none of these. */
bool pawl_put_single(FILE *to, const pawl_run *run, const pawl_contact_pair *pair);
bool pawl_is_in_joint(const pawl_contact_pair *pair);
/* What has no line in the summary of a run: friction of joints, constraints, what the first pair of its part speaks for. The begin of the
 * line of a stop, a rope and their like. */
bool pawl_is_hidden(const pawl_run *run, int contact);
/* The other side of the stop before it. */
bool pawl_is_side(const pawl_run *run, int contact);
/* Of both sides. */
double pawl_peak_of(const pawl_run *run, int contact);
/* " N", " N m"; "": of own equations, whose gaps have any unit. */
const char *pawl_unit_of_effort(const pawl_run *run, const pawl_contact_pair *pair);
void pawl_put_strength(FILE *to, const pawl_run *run, int contact);

/* contacts_doubts.c: a line for everything that the equations left open so far, and what was done about it. */
void pawl_put_doubts(FILE *to, const char *before, const pawl_run *run);
void pawl_put_doubts_json(pawl_json *json, const pawl_run *run);

/* contacts_impacts.c: impacts at the start; of many only the first ones are kept. Nobody else listens to the run yet. */
enum { PAWL_START_IMPACTS = 16 };
typedef struct {
  int count;
  pawl_event first[PAWL_START_IMPACTS];
} pawl_start_impacts;

void pawl_start_impacts_look(pawl_run *run, pawl_start_impacts *to);
void pawl_put_start_impacts(FILE *to, const char *before, const pawl_run *run, const pawl_start_impacts *all);
void pawl_put_start_impacts_json(pawl_json *json, const pawl_start_impacts *all);

/* contacts_branches.c: other assemblies of a curve joint. */
typedef struct {
  double s[2]; /* parameters of the touch: what `near` is to be */
} pawl_branch;

enum { PAWL_BRANCHES = 16 };
/* Returns how many others there are, at most PAWL_BRANCHES; the first is not among them. */
int pawl_branches_find(pawl_run *run, int contact, const double *values, pawl_branch other[PAWL_BRANCHES]);

/* The value of a part's channel at the start; NaN: there is none. */
double pawl_start_value(const pawl_run *run, int part, const char *channel, const double *values);

#endif
