/* The tables of parts as one JSON object. */
#include "parts.h"

static void put_worlds(pawl_json *json, unsigned worlds)
{
  pawl_json_flag(json, "planar", pawl_in_world(worlds, PAWL_PLANAR));
  pawl_json_flag(json, "spatial", pawl_in_world(worlds, PAWL_SPATIAL));
}

static void put_field(pawl_json *json, const pawl_field *f)
{
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "name", f->name);
  pawl_json_text(json, "type", pawl_type_name(f->type));
  pawl_json_text(json, "unit", f->unit);
  pawl_json_flag(json, "required", f->type != PAWL_CHOICE && isinf(f->fallback));
  pawl_json_number(json, "default", f->fallback);
  if (pawl_type_has_range(f->type)) {
    pawl_json_number(json, "min", f->min);
    pawl_json_number(json, "max", f->max);
  }
  if (f->type == PAWL_CHOICE)
    pawl_json_text(json, "choices", f->choices);
  pawl_json_text(json, "doc", f->doc);
  put_worlds(json, f->worlds);
  pawl_json_close(json, '}');
}

static void put_channel(pawl_json *json, const pawl_channel_def *c)
{
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "name", c->name);
  pawl_json_text(json, "unit", c->unit);
  pawl_json_text(json, "doc", c->doc);
  put_worlds(json, c->worlds);
  pawl_json_close(json, '}');
}

static void put_kind(pawl_json *json, const pawl_kind *kind)
{
  pawl_json_open(json, NULL, '{');
  pawl_json_text(json, "name", kind->name);
  pawl_json_text(json, "family", pawl_family_name(kind->family));
  pawl_json_text(json, "doc", kind->doc);
  pawl_json_text(json, "equations", kind->equations);
  pawl_json_text(json, "example", kind->example);
  put_worlds(json, kind->worlds);
  pawl_json_open(json, "fields", '[');
  for (const pawl_field *f = kind->fields; f->name; f++)
    put_field(json, f);
  pawl_json_close(json, ']');
  pawl_json_open(json, "channels", '[');
  for (const pawl_channel_def *c = kind->channels; c && c->name; c++)
    put_channel(json, c);
  pawl_json_close(json, ']');
  pawl_json_close(json, '}');
}

void pawl_parts_json(FILE *to, const pawl_kind *only)
{
  pawl_json json = {.to = to};
  pawl_json_open(&json, NULL, '{');
  pawl_json_open(&json, "parts", '[');
  for (int i = 0; pawl_kinds[i]; i++)
    if (!only || only == pawl_kinds[i])
      put_kind(&json, pawl_kinds[i]);
  pawl_json_close(&json, ']');
  pawl_json_count(&json, "status", 0);
  pawl_json_close(&json, '}');
}
