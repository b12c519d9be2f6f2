import { expect, test } from 'vitest'
import { withLightFallback } from './light-fallback.ts'

test('a browser that does not know light-dark() gets the light value of each token', () => {
  const css =
    ':root {\n  --space: 4px;\n  --text: light-dark(var(--grey-9), #f1f3f5);\n' +
    '  --shadow: 0 8px 24px light-dark(rgb(20 24 30 / 16%), rgb(0 0 0 / 56%));\n}\n'

  const fallback = withLightFallback(css).slice(css.length)

  expect(fallback).toBe(
    '@supports not (color: light-dark(#000, #fff)) {\n:root {\ncolor-scheme: light;\n--text: var(--grey-9);\n' +
      '--shadow: 0 8px 24px rgb(20 24 30 / 16%);\n}\n}\n',
  )
})

test('a style without such tokens stays as it is', () => {
  expect(withLightFallback('a { color: red; }')).toBe('a { color: red; }')
})
