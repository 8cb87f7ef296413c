// The script of the dashboard. Every page and action also works without it.
import { showTips } from "./charts.ts"
import { copyOnClick } from "./copy.ts"
import { decorate } from "./decorate.ts"
import { sendOnce } from "./forms.ts"
import { listenToKeys } from "./keys.ts"
import { updateByItself } from "./live.ts"
import { closeMenus } from "./menus.ts"
import { offerPasskeys } from "./passkeys.ts"
import { openRows } from "./rows.ts"

decorate(document)
copyOnClick()
openRows()
closeMenus()
sendOnce()
listenToKeys()
offerPasskeys()
showTips()
updateByItself()
