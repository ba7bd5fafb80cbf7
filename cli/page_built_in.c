/* The page that `viewer/` is built into, as bytes of the program. */
#include "show.h"

/* The assembler reads the file; PAWL_PAGE is its path. A zero at the end makes it a text. */
__asm__(".section .rodata\n"
        ".global pawl_page_bytes\n"
        ".global pawl_page_end\n"
        "pawl_page_bytes:\n"
        ".incbin \"" PAWL_PAGE "\"\n"
        "pawl_page_end:\n"
        ".byte 0\n"
        ".text\n");

extern const char pawl_page_bytes[], pawl_page_end[];

pawl_page_frame pawl_page_built_in(void)
{
  return (pawl_page_frame){pawl_page_bytes, (size_t)(pawl_page_end - pawl_page_bytes)};
}
