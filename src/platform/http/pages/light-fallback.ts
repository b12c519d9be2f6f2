// pure
const TOKEN = /(--[\w-]+):([^;{}]*light-dark\([^;{}]*);/g
const PAIR = /light-dark\((.+?), .+\)/

/**
 * A style for browsers from before 2024 as well. They do not know `light-dark()`, and fields would have no border and
 * buttons no ground: they get the light value of every token.
 */
export function withLightFallback(css: string): string {
  const tokens = [...css.matchAll(TOKEN)].map(([, name, value = '']) => `${name}:${value.replace(PAIR, '$1')};`)
  if (tokens.length === 0) return css
  return `${css}@supports not (color: light-dark(#000, #fff)) {\n:root {\ncolor-scheme: light;\n${tokens.join('\n')}\n}\n}\n`
}
