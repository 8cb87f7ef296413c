/** Closes an open menu of the header on Escape, and on a click outside of it. */
export function closeMenus(): void {
  const open = () => document.querySelectorAll<HTMLDetailsElement>("header details[open]")
  document.addEventListener("click", ({ target }) => {
    for (const menu of open()) if (menu.matches(".user") && !menu.contains(target as Node)) menu.open = false
  })
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return
    for (const menu of open()) {
      menu.open = false
      menu.querySelector("summary")?.focus()
    }
  })
}
