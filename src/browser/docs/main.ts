// Runs on every page of the documentation. Guides can be read without it.
import { addCopyButtons } from "./copy.ts"
import { followHeadings } from "./headings.ts"
import { keepPlace } from "./page-language.ts"
import { rememberLanguage } from "./sample-languages.ts"
import { startSearch } from "./search-box.ts"

// The reference used to be at this address. Links to its operations must continue to work.
if (location.pathname === "/v1/docs" && /^#(tag|model|description)\b/.test(location.hash)) {
  location.replace(`/v1/docs/reference${location.hash}`)
}
addCopyButtons()
rememberLanguage()
followHeadings()
startSearch()
keepPlace()
