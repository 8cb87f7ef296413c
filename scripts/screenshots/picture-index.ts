import type { Shot } from "./shot.ts"

export type Pictured = { heading: string; shots: Pick<Shot, "name" | "title">[] }

/** Returns the Markdown of docs/images/README.md, which shows every picture. */
export function pictureIndex(sets: Pictured[]): string {
  const parts = sets.map(({ heading, shots }) => `## ${heading}\n\n${shots.map(rowsOf).join("\n")}`)
  return `# Pictures

Every page that people see, on a desktop and on a phone, light and dark. \`make screenshots\` takes them again.

${parts.join("\n")}`
}

function rowsOf({ name, title }: Pick<Shot, "name" | "title">): string {
  const image = (view: string, scheme: string, width: number) =>
    `<img src="${name}-${view}-${scheme}.png" alt="${title}, ${view}, ${scheme}" width="${width}">`
  const images = ["desktop", "phone"].flatMap((view) =>
    ["light", "dark"].map((scheme) => image(view, scheme, view === "desktop" ? 300 : 110)),
  )
  return `### ${title}\n\n<p>\n${images.join("\n")}\n</p>\n`
}
