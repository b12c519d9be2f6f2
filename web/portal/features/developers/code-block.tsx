import { indented } from './indented.ts'

/** A text of programs as it is; JSON in lines. It scrolls, so it takes the focus. */
export function CodeBlock({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: Its text is preformatted.
    <pre className="code" tabIndex={0} aria-label={title} role="region">
      <code>{indented(text)}</code>
    </pre>
  )
}
