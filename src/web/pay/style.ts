import { createHash } from "node:crypto"

/** The style of every payer page. Text has a contrast of at least 4.5 : 1 in both color schemes. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#f4f2ee;--card:#fff;--ink:#23211d;--quiet:#655f55;--line:#e3dfd7;--control:#8b857a;--accent:#1f5f4a;--on-accent:#fff;--focus:#8fc7b3;--field:#faf9f6;--warn:#6d4a00;--warn-ground:#fbeccb;--bad:#8a2b1f;--bad-line:#d9b3ac}
@media (prefers-color-scheme:dark){:root{--paper:#171612;--card:#211f1b;--ink:#efece5;--quiet:#b0a99c;--line:#3a372f;--control:#7d766a;--accent:#7ccbb0;--on-accent:#10261e;--focus:#4f9c82;--field:#191814;--warn:#f0d08a;--warn-ground:#3d3115;--bad:#f0a99e;--bad-line:#6d3a32}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
main{position:relative;width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1.75rem}
header{display:flex;align-items:center;gap:.75rem;padding-bottom:1.25rem;margin-bottom:1.25rem;border-bottom:1px solid var(--line)}
header p{margin:0;min-width:0;flex:1;line-height:1.35;overflow-wrap:anywhere}
header strong{display:block}
.plate{flex:none;display:grid;place-items:center;height:44px;max-width:8rem;padding:4px;border:1px solid var(--line);border-radius:8px;background:#fff}
.plate img{display:block;max-width:100%;max-height:34px;width:auto;height:auto}
h1{margin:0;font-size:1.1rem;font-weight:600;line-height:1.35;overflow-wrap:anywhere}
p{margin:.5rem 0;overflow-wrap:anywhere}
.whole{white-space:nowrap}
.quiet,.small{color:var(--quiet);font-size:.875rem}
.amount{margin:.25rem 0;font-size:2rem;font-weight:650;line-height:1.2;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.badge{flex:none;padding:.15rem .6rem;border-radius:999px;background:var(--warn-ground);color:var(--warn);font-size:.75rem;font-weight:600;white-space:nowrap}
.strip{margin:-1.75rem -1.75rem 1.25rem;padding:.75rem 1.75rem;border-radius:11px 11px 0 0;background:var(--warn-ground);color:var(--warn);font-size:.875rem}
.strip strong{display:block}
.timer{margin:.75rem 0 0;font-size:.9375rem}
.timer span{display:block}
.timer b{font-variant-numeric:tabular-nums}
.pay{display:flex;flex-direction:column;gap:.75rem;margin-top:1.25rem}
.pay p{margin:0}
form{display:grid;gap:.75rem;margin:1.25rem 0 0}
button,.button{display:block;width:100%;min-height:3rem;padding:.7rem 1rem;border-radius:8px;border:1px solid var(--accent);background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
.plain{background:transparent;color:var(--accent)}
.refuse{background:transparent;color:var(--bad);border-color:var(--bad-line)}
.close{position:absolute;top:.5rem;right:.5rem;width:2.5rem;min-height:2.5rem;padding:0;border:0;border-radius:999px;background:transparent;color:var(--quiet);font-size:1.4rem;font-weight:400;line-height:1}
.close:hover{background:var(--field)}
.has-close header,.has-close .strip{padding-right:2.25rem}
.has-close .strip~header{padding-right:0}
button:focus-visible,.button:focus-visible,textarea:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
a{color:var(--accent)}
textarea{display:block;width:100%;height:7.1rem;padding:.6rem .7rem;border:1px solid var(--line);border-radius:8px;background:var(--field);color:inherit;font:.8rem/1.4 ui-monospace,Menlo,Consolas,monospace;resize:none;word-break:break-all}
textarea.line{height:3.6rem;word-break:normal}
.white{display:block;width:100%;height:auto;background:#fff;border:1px solid var(--line);border-radius:8px}
.bars{padding:.75rem}
.qr{max-width:15rem;margin:0 auto}
label{display:block;font-size:.875rem}
label small{color:var(--quiet)}
input,select{display:block;width:100%;min-height:2.75rem;margin-top:.25rem;padding:.55rem .7rem;border:1px solid var(--control);border-radius:8px;background:var(--field);color:inherit;font:inherit;font-size:1rem}
.check{display:flex;align-items:center;gap:.6rem;min-height:2.75rem;font-size:1rem}
.check input{flex:none;width:1.35rem;height:1.35rem;min-height:0;margin:0;accent-color:var(--accent)}
input:focus-visible,select:focus-visible{outline:3px solid var(--focus);outline-offset:1px}
[aria-invalid]{border-color:var(--bad)}
.wrong{display:block;margin-top:.25rem;color:var(--bad)}
.notice{padding:.6rem .8rem;border-radius:8px;background:var(--warn-ground);color:var(--warn);font-size:.9375rem}
.notice a{color:inherit}
.methods{display:flex;gap:.5rem;margin-top:1.25rem}
.methods a{flex:1;padding:.6rem .5rem;border:1px solid var(--control);border-radius:8px;text-align:center;text-decoration:none}
.methods a[aria-current]{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
.methods a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
details{margin-top:1.25rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.875rem}
summary{cursor:pointer}
code{display:block;padding:.6rem .7rem;border-radius:8px;background:var(--field);border:1px solid var(--line);color:var(--ink);font:.78rem/1.45 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.end{text-align:center;text-wrap:balance;padding:.5rem 0}
.end svg{display:block;width:3.25rem;height:3.25rem;margin:0 auto 1rem;fill:none;stroke:var(--accent);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.end.bad svg{stroke:var(--bad)}
.end.slow svg{stroke:var(--quiet)}
.end .button{margin-top:1.25rem}
@media (min-width:30rem){.pay .qr{order:-1}}
@media (max-width:26rem){main{padding:1.25rem}.strip{margin:-1.25rem -1.25rem 1.25rem;padding:.75rem 1.25rem}}
.embedded body{min-height:0;padding:0;background:transparent}
.embedded main{margin-inline:auto}
.in-dialog main{max-width:none;border:0;border-radius:0}
.in-dialog .strip{border-radius:0}
dialog{width:100%;max-width:30rem;max-height:calc(100% - 2rem);padding:0;border:1px solid var(--line);border-radius:12px;background:var(--card);color:inherit}
dialog::backdrop{background:rgba(0,0,0,.6)}
dialog h2{margin:0;font-size:1.1rem;font-weight:600;line-height:1.35}
dialog>p{padding:0 1.75rem}
.bar{padding:1rem 1.75rem}
.bar p{margin:.25rem 0 0}
[data-place]{border-block:1px solid var(--line)}
[data-place]:empty{display:none}
@media (max-width:30rem){dialog{max-width:none;height:100%;max-height:none;margin:0;border:0;border-radius:0}}
@media (max-width:26rem){.bar{padding:1rem 1.25rem}dialog>p{padding:0 1.25rem}}
@media (forced-colors:active){.plate,.white{forced-color-adjust:none}}
`

/** The style of an account's color, which has a contrast of 4.5 : 1 with white. In the dark it would be hard to read. */
export function colorStyle(color: string): string {
  return `@media (prefers-color-scheme:light){:root{--accent:${color}}}`
}

/** The source of a style in a Content-Security-Policy. */
export function hashOf(style: string): string {
  return `'sha256-${createHash("sha256").update(style).digest("base64")}'`
}

export const STYLE_HASH = hashOf(STYLE)
