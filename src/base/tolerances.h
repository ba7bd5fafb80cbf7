/* Tolerances: the numbers below which something counts as zero, as equal or as settled, in contact/ and step/. They stand in one list, so
 * that they are seen beside each other; each is a share of what its heading or its own words say, and has the reason of its size.
 *
 * `tools/tolerances` moves one after another by ten, both ways, and tells which tests notice. */
#ifndef PAWL_BASE_TOLERANCES_H
#define PAWL_BASE_TOLERANCES_H

/* ---- Lengths: shares of the model's length, or radians along joints that turn (pawl_pair_unit) ---- */

/* a margin that is a length: what rounding of places makes of a gap that is 0 */
#define PAWL_GAP_ROUNDING 1e-14
/* a gap that has just opened is told from none, and what moves less in a storm has not moved */
#define PAWL_GAP_TOLD 1e-13
#define PAWL_PROJECTED 1e-15 /* projection onto what is held ends: what is left is rounding */
/* a gap that is none in itself: a place beside a knot of a law or a pulley, what rests in a step of stepping, an overlap that has been
 * lifted out, which of two touches is deeper, a gap that was moved at an event, a bounce that is too low to be followed */
#define PAWL_GAP_NONE 1e-12
/* what a run lands on an event by: gaps below are shut at an event, overlaps above are deep; also at the start */
#define PAWL_GAP_CLOSED 1e-10
/* the arm of a force whose line runs through the hinge that bears it: what is closed may lie so far off, on either side */
#define PAWL_THROUGH_HINGE 1e-10
/* two touches at one place; a gap that has jumped, or that is so small that it may be another's; ten times what a run lands by, and a
 * thousandth of what may overlap */
#define PAWL_GAP_SAME 1e-9
/* limits and ropes: what may be beyond them at the start, and a piece of a rope that has come to its end */
#define PAWL_GAP_BEYOND 1e-9
/* a piece of a rope that stops a run by coming to its end: steps end before it has none, as a root does */
#define PAWL_PIECE_ENDS 1e-5
#define PAWL_STORM_LEAVES 1e-8 /* what a storm that is passed may leave to be moved apart, which takes work */
/* two corners of a box that tilts down touch at once, but for what places inside of a step err by: a tenth of the tolerance, and no more
 * than this */
#define PAWL_CLOSED_AT_ONCE 1e-8
/* corners not farther apart are at one place. A run lands on events to some 1e-11, so that a corner on a level floor is that much above
 * the next tile or below it; and it is far less than shapes may overlap */
#define PAWL_CORNER 1e-7
/* how far what is idle in an exact fit may come inside while the others hold it. Places within a step are off by its tolerance, and an
 * overlap of ten times as much ends a run */
#define PAWL_IDLE 1e-7
/* rigid touches that are deeper when they are first seen have come from behind, and gaps that are switched on below it are shut in */
#define PAWL_BEHIND 1e-6
/* what a run by events may overlap at the end of a step or event, and one by steps beside its way in a step */
#define PAWL_MOST_OVERLAP 1e-6
/* what is held as an equation and has moved so far from it cannot be kept: curve joints, constraints. Far above what projection leaves,
 * and what may overlap */
#define PAWL_STRAYED 1e-6
#define PAWL_SAME_TOUCH 1e-6 /* one touch, found anew, is nearer to itself than this */
/* what the impacts of a storm move, times how many were alike: as much as may overlap, and seen by nobody */
#define PAWL_STORM_MOVES 1e-6
/* what rigid shapes may overlap where a run starts: they are moved apart, as drawings have it. More is a mistake of the model */
#define PAWL_START_OVERLAP 1e-3
#define PAWL_UNSEEN_DEEP 1e-3 /* by stepping: what came unseen is deeper, beside its way in the step */

/* ---- Lengths of shapes: shares of the smaller one, of a radius, of an edge ---- */

#define PAWL_LEAST_REACH 1e-6 /* how late a touch may be found beside others that are watched */
/* of the inverse of the smaller shape: curvatures below are those of a flat spot when no step is short enough, and parameters do not move
 * on at their rate there. They go to zero with the square of the way to it, and steps end some 1e-15 of a time before it */
#define PAWL_FLAT_SPOT 1e-4
#define PAWL_SAME_RADIUS 1e-9  /* of a curvature: shapes whose radii agree so well fit into each other */
#define PAWL_ROUND_CURVE 1e-12 /* of a curvature: a curve that is a circle, but for rounding */
/* of a radius: the same of its points, which are known better than curvatures */
#define PAWL_ROUND_PLACE 1e-13
/* of the larger shape, and radians: ends that meet, and edges that go on in one direction, as pieces of one outline do */
#define PAWL_JOINED 1e-9
/* of the smaller shape: of edges that are as good as parallel always the same one leads, so that points stay where they are */
#define PAWL_PARALLEL_BIAS 1e-4
/* of the smallest body of a pile: what is closer is in touch, so that what rests does not come and go */
#define PAWL_SKIN 1e-4
/* of the sizes of two shapes of a pile: boxes about them that are farther apart than they reach, and by this, hold no touch. Far above
 * the share by which one of two parallel edges leads */
#define PAWL_SURELY_APART 1e-3
/* of a body of a pile: added to its way in a step, within which its neighbours are looked for */
#define PAWL_WAY_SPARE 1e-3

/* ---- Angles: radians, or sines ---- */

/* walls that meet at less go on as one: over their length by less than shapes may overlap */
#define PAWL_SAME_TURN 1e-7
/* the sine of what is one direction, and of the width of a cone that is one normal */
#define PAWL_SAME_DIRECTION 1e-6
/* of their largest entry: rows of two touches of one flat face, which what a step errs by makes differ; forces are mended after that */
#define PAWL_SAME_ROW 1e-6
#define PAWL_LEAST_TURN 1e-7 /* in the model's time: what turns by less does not turn */

/* ---- Speeds: shares of the model's speed, or of 1 rad in the model's time ---- */

/* what moves more slowly does not move; what is thrown off faster may come again within the band of its gap */
#define PAWL_STILL 1e-10
#define PAWL_DRIFT 1e-6 /* by so little what was held may move by errors, which projection takes */
/* by stepping, whose problems are solved to that: what sticks slides so by rounding, what approaches more slowly does not, of its
 * approach as much may be left where it stops */
#define PAWL_STILL_IN_STEPS 1e-9
/* a gap that is none and closes more slowly comes to zero without a speed, as that of an edge's end does when the edge turns until it
 * lies flat. What rounding stands for is no time, then: far beyond it the other end may be deep */
#define PAWL_GRAZES 1e-10
#define PAWL_SLIDING_ENDS 1e-5 /* sliding that may end in an impact */
/* what meets more slowly has touched all along, and rounding opened it. Laws that give back a share of the speed of approach would hold
 * it like putty */
#define PAWL_SLOWEST_IMPACT 1e-4
#define PAWL_STORM_SLOW 1e-4  /* nobody sees a storm of impacts that are slower */
#define PAWL_PARTS_SEEN 1e-3  /* what parts more slowly makes no difference that is seen */
#define PAWL_LEAST_SPEED 1e-9 /* what a bound on how fast things move is at least */

/* ---- Times: shares of what is named ---- */

/* of the time: events that are nearer to each other are one; also a step that ends where rows end */
#define PAWL_SAME_INSTANT 1e-12
#define PAWL_TIME_GOES_ON 1e-13 /* of the time, of an interval: what is more is a time that goes by */
/* of the time: instants that are nearer to each other are the same number but for rounding */
#define PAWL_TIME_ROUNDING 1e-15
/* of an interval: how near a zero is looked for, where landing on it mends the rest; also a step that is as long as what is left */
#define PAWL_ZERO_NEAR 1e-9
/* of an interval: how long before a zero slopes are taken, and by how much a landing may be moved */
#define PAWL_SLOPE_WAY 1e-3
/* of a row's distance: an instant so soon after the begin of a step tells nothing of the step */
#define PAWL_TOO_NEAR_TO_LOOK 1e-6
#define PAWL_LOADS_JUMP 1e-6 /* of a run: the shortest interval that is looked through where loads may jump */
/* of the model's time: what changes within that jumps, and not only its acceleration, which a step so short takes for nothing */
#define PAWL_KINK 1e-12
/* of the model's time: steps of which a run beside a singular position does not go on */
#define PAWL_STEP_CREEPS 1e-6
#define PAWL_CROWDED 1e-6        /* of the model's time: events within it are crowded */
#define PAWL_STORM_LONGEST 1e-4  /* of the model's time: what is passed at once of a crowd */
#define PAWL_STORM_FIRST 1e-7    /* of the model's time: what is tried first */
#define PAWL_STORM_LONGER 2e-4   /* of the model's time: the same of what is not seen */
#define PAWL_STORM_SHORTEST 1e-9 /* of the model's time: the least that is tried */
/* of the model's time: the first step that is made where modes of many touches are not found */
#define PAWL_STORM_INSTEAD 1e-8
#define PAWL_STORM_LASTS 1e-3 /* of the model's time: a storm that has lasted so long is seen */
/* of the model's time: longer steps are not looked at for forces without bound */
#define PAWL_JAM_LOOKED 1e-6
#define PAWL_JAM_NEAR 1e-9  /* of the model's time: so near is a jam when it is passed, */
#define PAWL_JAM_NOISY 1e-5 /* or so near, where rounding allows but steps of a small */
#define PAWL_JAM_SMALL 1e-2 /* part of what is left: A is as good as singular */
#define PAWL_JAM_SOON 1e-6  /* of the speeds: what free accelerations change in the moment after a jam */
/* of the longest step: steps that have become so short may be those of a function that jumps */
#define PAWL_CHATTER_SHORT 1e-2
#define PAWL_CHATTER_SHORTEST 1e-5 /* of the model's time, where no step has been long */
#define PAWL_CHATTER_RISE 1e-6 /* of a value: what a function rises by over such a step, if it jumps there */

/* ---- Forces: shares of the largest of their island, or of the model's force ---- */

/* a margin that is a force: rounding of what is held. Forces are measured by those of their own island: in a model with a ship and a
 * watch, rounding of the ship's is more than all that moves the watch */
#define PAWL_FORCE_ROUNDING 1e-13
/* what a signal that presses is below zero by rounding, and which of two forces is larger */
#define PAWL_FORCE_TOLD 1e-9
#define PAWL_FORCE_UNLIKE 1e-6 /* of the mean or largest force: forces that differ by more are not unique */
/* of the mean force, or of the limit of friction: what is inside by less may as well be at it */
#define PAWL_FORCE_AWAY 1e-3
/* of the heaviest: what a foot of a law that is about to lift counts, so that no unit is nothing */
#define PAWL_LEAST_SHARE 1e-6
/* of an acceleration: a pile that sleeps is woken by a load that changes by more */
#define PAWL_SAME_LOAD 1e-6
#define PAWL_IMPULSE_NONE 1e-14 /* of the model's momentum: impulses that are none */

/* ---- Energies: shares of what is turned over ---- */

#define PAWL_IMPACT_MADE 1e-6      /* of the energy that goes through an impact: what it may be off by, */
#define PAWL_IMPACT_ROUNDING 1e-12 /* and of all kinetic energy, which rounding is a share of */
/* what an impact gains by rounding alone: no restitution is made less for that; */
#define PAWL_IMPACT_GAIN 1e-13
#define PAWL_PUSH_GAIN 1e-12 /* the same by stepping */
/* what the ledger of a run by events may be off by, or ten thousand times its tolerance where that is more */
#define PAWL_LEDGER 1e-6
/* the same by stepping, which errs by the order of its step, and of a storm that is passed by it: of all models in steps that are not too
 * long the worst is off by 5e-4 */
#define PAWL_LEDGER_IN_STEPS 5e-3
#define PAWL_LEDGER_ROUNDING 1e-12 /* and what is left to the judge */
/* what damping and friction of a contact may seem to give back. Integration gives 1e-6 at most (a thousand tolerances), and a contact
 * that is handed over from feature to feature a little more */
#define PAWL_MOST_GIVEN 1e-4
/* what a touch may bring that is as deep, when it is first seen, as others explain */
#define PAWL_LITTLE_BROUGHT 1e-5
/* what a law may hold at a touch that is deep when it is first seen, though none that was closed leads there. It comes from nowhere, and
 * would throw the bodies apart */
#define PAWL_FROM_NOWHERE 1e-3
#define PAWL_STEP_ROUNDING 1e-9 /* of a pile's goal: energy that a step gives by rounding */

/* ---- Contact problems, in natural units: a diagonal of 1, forces and rates of one kind (8) ---- */

#define PAWL_PROBLEM_TIE 1e-10   /* inequalities that are equalities */
#define PAWL_PROBLEM_RANK 1e-9   /* pivots that are none: forces that are not unique */
#define PAWL_PROBLEM_SAME 1e-7   /* motions that are the same */
#define PAWL_PROBLEM_SOLVED 1e-9 /* what the misfit of a solution may be */
/* a diagonal below this share of the largest is none. No more than that: one row may be of a guide and another of a hinge, 1/kg and 1/(kg
 * m²), whose ratio is that of any two lengths squared; who makes W knows what cannot move, and puts zeros there */
#define PAWL_PROBLEM_FIXED 1e-40
#define PAWL_PROBLEM_APART 1e-14 /* an entry of W is none: rounding of a diagonal of 1 */
/* of the largest force: what sizes of a problem count it by, where its rates cancel */
#define PAWL_PROBLEM_LOAD 1e-5
#define PAWL_UNIT_WAY 1e-6 /* of 1: what the length of a direction of sliding may be off by, in a file */
#define PAWL_PROBLEM_EPSILON 1e-15  /* rounding of a number of 1, which a small pivot makes more of */
#define PAWL_PROBLEM_ROUNDING 1e-14 /* a residual that is none */
/* what Newton's method improves a large island to, and by stepping a bound of it */
#define PAWL_PROBLEM_POLISHED 1e-12
/* by stepping: the residual of what was found by iteration, where nothing else was found */
#define PAWL_PROBLEM_PUSHED 1e-6
#define PAWL_PROBLEM_SWEPT 1e-12 /* the same of a pile's islands, by Newton's method */
/* of what a step of a pile changes: sweeps end when none changes a rate by more */
#define PAWL_PILE_SWEPT 5e-4
#define PAWL_PILE_EXACT 1e-6 /* of that goal: islands of a few touches are swept so far */
/* of that: in the step after one that Newton's method has finished. What is left then is what speeds grow by in each step */
#define PAWL_PILE_AGAIN 0.05
#define PAWL_PILE_SLOW 0.8 /* a sweep that leaves more of the last one's change is of no use to it */
/* what held forces and touches, of rows in W that nearly cancel, may leave of the rates that they bring to 0: a body whose moment of
 * inertia is 1e-9 of m l² turns by what rounding makes of a force */
#define PAWL_HELD_LEFT 1e-12
/* of the largest rate: more than this is not rounding, and over ε it would be 1e-6 of the largest force and more */
#define PAWL_HELD_INCONSISTENT 1e-13
#define PAWL_HELD_SOLVED 1e-15    /* of the largest rate: iterations end, */
#define PAWL_HELD_ROUNDING 1e-14  /* or do not go on with the same ε */
#define PAWL_CLAMP_NONE 1e-9      /* of the largest: forces of a preload that are none */
#define PAWL_CLAMP_BALANCED 1e-13 /* z·W z of a preload with entries of 1: walls parallel to 3e-7 radians */
#define PAWL_CLAMP_PARTS 1e-4     /* of the problem's size: rates of what opens, and is held by nobody */

/* ---- What makes a singular system solvable: ε on the diagonal, in natural units ---- */

#define PAWL_SOFT 1e-6       /* to begin with: far above ties, far below what it could change */
#define PAWL_LEAST_SOFT 1e-8 /* and the smallest, also by stepping */
/* by stepping, of the diagonal of W: by how much a touch yields where nothing else was found */
#define PAWL_SOFTEST_PUSH 1e-3
#define PAWL_SOFT_NEWTON 1e-2       /* of many contacts by Newton's method, at first, */
#define PAWL_LEAST_SOFT_NEWTON 1e-7 /* and the least, */
#define PAWL_LEAST_SOFT_STUCK 1e-9  /* or where rounds with that do not help */

/* ---- Pivots, determinants and slopes, of the size of what they are made of ---- */

#define PAWL_PIVOT_SMALL 3e-5 /* the root of PAWL_PROBLEM_RANK: pivots above hide no smaller one */
/* the determinant of one contact's own W, whose directions are one but for rounding */
#define PAWL_PIVOT_OWN 1e-14
/* the determinant of a block on the way of an LU of blocks, and the pivot of a basis of Newton's */
#define PAWL_PIVOT_BLOCK 1e-13
/* pivots of a basis that is enumerated, and slopes of rows of a linear programme */
#define PAWL_PIVOT_BASIS 1e-12
#define PAWL_PIVOT_LEMKE 1e-11  /* of the steepest: slopes of a column of Lemke's table that are rounding */
#define PAWL_PIVOT_FAMILY 1e-9  /* slopes of the margin of a family of forces that are none */
#define PAWL_PIVOT_CORNER 1e-10 /* of turning beside moving, of corners that leave what they have sunk into */
#define PAWL_LEMKE_TIE 1e-9     /* of the larger: entries of two rows of Lemke's table that are the same, */
#define PAWL_LEMKE_ROUNDING 1e-14 /* beside the rounding of their pivots, */
#define PAWL_LEMKE_SAME 1e-12     /* and lengths at which two rows stop it */
/* how far a singular basis is moved along its null vectors, to see whether it stays a solution */
#define PAWL_LEMKE_SLIDES 1e-3
/* of what a unit force would do to free bodies: what moves less is between prescribed motions */
#define PAWL_UNMOVED 1e-12
/* of the same: what yields less is held by constraints, but for rounding; for advice only */
#define PAWL_YIELDS 1e-8

/* ---- Impacts and bounces ---- */

/* a ratio of two flights this near to the restitution is it: times of short flights are blurred */
#define PAWL_RATIO_BLURRED 1e-3
#define PAWL_RATIO_MOST 1e-9 /* and it is so much less than 1 at least */
#define PAWL_FASTEST 1e-9    /* of the speed of approach: impacts that are as fast as the fastest */
/* by how much more than it was a gap may be on the wrong side after it was thrown off */
#define PAWL_SLACK 1e-6

/* ---- Integration ---- */

/* below this tolerance rounding may be more than what BDF's corrector is to find */
#define PAWL_BDF_SHARP 1e-12
/* what the error of a step across a singular position may be: rounding is more there */
#define PAWL_CROSSING 2e-13
/* a step contradicts its equations where u' and f differ by a thousand tolerances, or by more than this of what is natural, */
#define PAWL_LOOK_NATURAL 2e-7
#define PAWL_LOOK_CHANGE 1e-3 /* and by this of what f changes by in the step */
/* of the speeds: to which an interval of a prescribed motion is the integral of its rates */
#define PAWL_KINK_SPEEDS 1e-3
/* the error of an accepted step that its successor is told of is at least this */
#define PAWL_ERROR_KEPT 1e-4
/* by so much of their units places are moved to see how stiff the model is: far more than rounding */
#define PAWL_POWER_WAY 1e-9
/* what Newton's iteration may leave, of what a step may err, by GMRES (elimination: CVODE's 0.1). What it leaves in places comes back as
 * stiffness times that in accelerations, and the high differences that estimate errors multiply it: with 0.1 a box at rest on 1e7 N/m takes
 * steps of 1e-5 s for good, 70,541 in a second; with 1e-3 it takes 3,340 */
#define PAWL_BDF_NEWTON 1e-3
/* of their scale: what components are changed by, at least, for the differences of f. Rounding of places, times the stiffness, must be
 * small against what speeds change */
#define PAWL_BDF_CHANGE 1e-9
#define PAWL_STEPPING_CHANGE 1e-6 /* the same for the slopes of an implicit step */
#define PAWL_STEPPING_LEFT 1e-13  /* what an implicit step may leave where it gets no better */
#define PAWL_STEPPING_SAME 1e-3   /* of a step: its matrix serves one of about that length */
/* of a direction: what rounding leaves of a component that is 0, in sentences */
#define PAWL_COMPONENT_NONE 1e-9

/* ---- Rows ---- */

/* a peak stands out of the rows on either side by so much of the largest so far: what is seen in a plot */
#define PAWL_ROW_STANDS 0.05
/* or it is larger than any before, by more than rounding: what a summary calls the peak is in the file */
#define PAWL_ROW_LARGER 1e-7
/* of the largest force, torque or depth of all: less is rounding of what is none */
#define PAWL_ROW_NONE 1e-9
/* what swings by less than this share of the way between its extreme places is not looked at */
#define PAWL_SWING_SMALL 1e-2

#endif
