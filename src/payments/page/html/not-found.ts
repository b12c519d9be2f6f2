// pure
import { Html, html } from '../../../kernel/html.ts'
import type { Language } from '../../../kernel/language.ts'
import { PAGE_WORDS } from '../words/all-words.ts'

/** The same for every link that leads nowhere. */
export function notFoundPage(language: Language, nonce: string): Html {
  const { title, text } = PAGE_WORDS[language].screens.notFound
  return html`${new Html('<!doctype html>')}
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style nonce="${nonce}">${new Html(STYLE)}</style>
</head>
<body><main><h1>${title}</h1><p>${text({ seller: '' })}</p></main></body>
</html>
`
}

const STYLE =
  ':root{color-scheme:light dark}body{font:400 16px/1.5 system-ui,sans-serif;margin:0}' +
  'main{max-width:480px;margin:0 auto;padding:64px 16px}h1{font-size:28px;line-height:1.2;margin:0 0 16px}'
