/* What this browser remembers from page to page: theme and units. */

export const remembered = (key) => {
  try {
    return JSON.parse(localStorage.getItem(`pawl.${key}`));
  } catch {
    return null;
  }
};
export const remember = (key, value) => {
  try {
    localStorage.setItem(`pawl.${key}`, JSON.stringify(value));
  } catch {
    /* a page from a file may have no memory */
  }
};
