// pure

/** In this order, because most browsers also claim to be another one. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const LENGTH_MAX = 60

/** A browser as people recognize it in the list of their sessions: "Firefox, Linux". Names need no translation. */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent ?? ''
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(text))?.[1]
  const names = [nameIn(BROWSERS), nameIn(SYSTEMS)].filter((name) => name !== undefined)
  if (names.length > 0) return names.join(', ')
  // A program: the part before its version.
  return text
    .replaceAll(/[^\p{L}\p{N} ._/-]/gu, '')
    .split('/', 1)
    .join('')
    .trim()
    .slice(0, LENGTH_MAX)
}
