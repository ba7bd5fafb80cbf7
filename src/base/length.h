/* Lengths in sentences: in the unit that reads best. */
#ifndef PAWL_BASE_LENGTH_H
#define PAWL_BASE_LENGTH_H

/* "12 um", "3.5 mm", "0 m" */
const char *pawl_length_text(double length, char text[32]);

#endif
