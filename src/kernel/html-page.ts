// pure
import { Html, html } from './html.ts'

type Page = {
  readonly language: string
  readonly title: string
  /** Styles, scripts and what else stands in the head. */
  readonly head: Html
  readonly body: Html
}

/** A whole page for people: readable on a phone, light and dark, and not for search engines. */
export function htmlPage({ language, title, head, body }: Page): Html {
  return html`${new Html('<!doctype html>')}
<html lang="${language}">
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
