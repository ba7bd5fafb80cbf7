/* Misprints that no range catches: numbers that are allowed, and hardly meant. Warnings, in the order of the text. */
#ifndef PAWL_MODEL_MISPRINTS_H
#define PAWL_MODEL_MISPRINTS_H

#include "model/model.h"

typedef struct {
  char where[256], text[200];
} pawl_misprint;

/* Returns how many there are, of which up to `most` are in the list. */
int pawl_misprints_find(const pawl_model *model, pawl_misprint *list, int most);

/* misprints_words.c: the name of a unit alone as the value of a field that is measured otherwise, as in mass = m. */
typedef struct {
  pawl_misprint *list;
  int count, most;
} pawl_misprints;
void pawl_misprints_read(pawl_misprints *list, const char *path, const char *text, size_t size);
void pawl_misprints_add(pawl_misprints *list, const char *where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
