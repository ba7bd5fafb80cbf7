/* Files of words and numbers, read one by one: the first thing that is wrong is a sentence with its line. Needs
 * _XOPEN_SOURCE. */
#ifndef PAWL_STUDY_PROBLEM_WORDS_H
#define PAWL_STUDY_PROBLEM_WORDS_H

#include <locale.h>
#include <stdio.h>

#include "base/error.h"
#include "contact/problem.h"

typedef struct {
  FILE *file;
  const char *path;
  int line;
  char word[64]; /* the last, empty at the end */
  bool ok;
  pawl_arena *arena;
  pawl_error *error, own;
  locale_t plain, before;
} pawl_words;

pawl_status pawl_words_open(pawl_words *words, pawl_arena *arena, const char *path, pawl_error *error);
/* Also after a failed open; says how it went. */
pawl_status pawl_words_close(pawl_words *words);

/* The next word is in words->word; `#` begins a comment. False: the file ends. */
bool pawl_words_next(pawl_words *words);
/* Numbers, and whole ones of 0 to `most`; `name` is what sentences call them. 0 after a failure. */
double pawl_words_number(pawl_words *words, const char *name);
int pawl_words_count(pawl_words *words, const char *name, int most);
/* In the arena; NULL without memory. */
double *pawl_words_numbers(pawl_words *words, const char *name, size_t count);
/* The first failure counts. Returns false. */
bool pawl_words_fail(pawl_words *words, const char *text, const char *what, const char *rest);

#endif
