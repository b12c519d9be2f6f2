// pure
import { Html, html } from './html.ts'

type Page = {
  readonly language: string
  readonly title: string
  /** Of the root element; undefined ones are left out. */
  readonly attributes?: Readonly<Record<string, string | undefined>>
  /** Styles, scripts and other elements of the head. */
  readonly head: Html
  readonly body: Html
}

/** A whole page for people: readable on a phone, light and dark, and not for search engines. */
export function htmlPage({ language, title, attributes = {}, head, body }: Page): Html {
  const written = Object.entries(attributes).map(
    ([name, value]) => value !== undefined && html` ${new Html(name)}="${value}"`,
  )
  return html`${new Html('<!doctype html>')}
<html lang="${language}"${written}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`
}

type SelfContainedPage = Omit<Page, 'head' | 'attributes'> & {
  /** Of the response's content security policy. */
  readonly nonce: string
}

/** A page with its style in it: it needs no file that a failing service might not deliver. */
export function selfContainedPage({ language, title, nonce, body }: SelfContainedPage): Html {
  return htmlPage({ language, title, head: html`<style nonce="${nonce}">${new Html(STYLE)}</style>`, body })
}

/** Looks like the screens of an invoice, in neutral colors. */
const STYLE =
  ':root{color-scheme:light dark;--ground:#fff;--quiet:#f7f8f9;--line:#dfe2e6;--text:#14181e;--grey:#636b77;' +
  '--accent:#1f2937;--accent-text:#fff;--ring:#1f5fd6}' +
  '@media (prefers-color-scheme:dark){:root{--ground:#111418;--quiet:#171b20;--line:#323942;--text:#f1f3f5;' +
  '--grey:#a5adb8;--accent:#e5e7eb;--accent-text:#14181e;--ring:#8ab4ff}}' +
  'body{margin:0;background:var(--ground);color:var(--text);font:400 16px/1.5 system-ui,sans-serif}' +
  'main{max-width:480px;margin:0 auto;padding:64px 16px;display:grid;grid-template-columns:minmax(0,1fr);gap:16px;justify-items:start;overflow-wrap:break-word;hyphens:auto}main>*{max-width:100%}' +
  '.mark{box-sizing:border-box;width:48px;height:48px;border:1px solid var(--line);border-radius:50%;display:grid;place-items:center;' +
  'background:var(--quiet);color:var(--grey)}.mark svg{width:24px;height:24px}' +
  'h1{font-size:min(28px,7.2vw);font-weight:600;line-height:1.2;margin:0;text-wrap:balance}p{margin:0;text-wrap:pretty}' +
  '.quiet{font-size:13px;color:var(--grey)}:lang(ja){word-break:auto-phrase}' +
  'a{display:inline-grid;place-items:center;min-height:48px;padding:0 24px;border-radius:8px;background:var(--accent);' +
  'color:var(--accent-text);font-weight:600;text-decoration:none}' +
  ':focus-visible{outline:2px solid var(--ring);outline-offset:2px}'
