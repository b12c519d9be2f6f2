import { html } from '../../../src/kernel/markup/html.ts'

/** A page that shows all pictures as thumbnails, a row for each state and language; `form_de-DE_phone_light.png`. */
export function contactSheet(pictures: readonly string[]): string {
  const rows = Map.groupBy(pictures.toSorted(), (file) => file.split('_').slice(0, 2).join(' '))
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Pages</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 24px; background: #e6e8eb }
section > div { display: flex; gap: 12px; overflow-x: auto; align-items: start; padding-bottom: 16px }
h2 { font-size: 16px; position: sticky; left: 0 }
a { flex: none } img { display: block; height: 480px; width: auto; box-shadow: 0 1px 4px #0004 }
</style>
<nav>${[...rows.keys()].map((name) => html`<a href="#${name.replace(' ', '_')}">${name}</a> · `)}</nav>
${[...rows].map(
  ([name, files]) => html`<section id="${name.replace(' ', '_')}"><h2>${name}</h2><div>${files.map(
    (file) => html`<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`,
  )}</div></section>
`,
)}</html>`.text
}
