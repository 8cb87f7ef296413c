// A page as a reader has it: what is markup, and what is text.

const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" }

/** The tags of a page in their order, and its text, each piece on a line. */
export function readHtml(html: string): { tags: string[]; text: string } {
  const text = html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, "\n")
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
  return { tags: html.match(/<[^>]*>/g) ?? [], text }
}
