/** Returns an element that the page always has. Throws if it is missing. */
export function only<E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E {
  const found = within.querySelector<E>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}
