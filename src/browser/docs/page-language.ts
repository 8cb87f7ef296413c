/** Lets the link to the other language lead to the same place of the page, and in the reference to the same version. */
export function keepPlace(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.language")) {
    link.addEventListener("click", () => {
      link.hash = location.hash
      link.search = location.search
    })
  }
}
