import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

// Assertions about where things stand on a page. Each returns a sentence for each fault; the code that finds them runs
// in the page.

/** One script of both modules, since the debugger evaluates scripts. */
const SOURCE = ['shown.js', 'geometry.js']
  .map((file) => readFileSync(new URL(`in-page/${file}`, import.meta.url), 'utf8'))
  .map((text) => text.replaceAll(/^export |^import \{[^}]*\} from '[^']*'$/gm, ''))
  .join('\n')

type Faults = (page: Page) => Promise<readonly string[]>

function inPage(name: string): Faults {
  return (page) => page.evaluate(`(() => { ${SOURCE}; return ${name}() })()`)
}

/** All amounts of a list end at the same place. */
export const unequalAmountEdges = inPage('unequalAmountEdges')
/** The button that pays is 48 px high, whatever stands beside it. */
export const wrongPayButtons = inPage('wrongPayButtons')
/** The banner of test mode and of previews takes one line. */
export const tallBanners = inPage('tallBanners')
/** Nothing is wider than its box, unless that scrolls, and nothing is cut off below. */
export const clippedTexts = inPage('clippedTexts')
export const textsOutsideTheirCard = inPage('textsOutsideTheirCard')
/** No word stands on two lines that would fit one of its row. */
export const needlesslyCutWords = inPage('needlesslyCutWords')
export const brokenLabels = inPage('brokenLabels')
/** Headings, labels and buttons do not end with a short word on a line of its own. */
export const lonelyWords = inPage('lonelyWords')
export const sidewaysScrolling = inPage('sidewaysScrolling')
/** No two links, buttons or fields lie over each other. */
export const overlappingTargets = inPage('overlappingTargets')
/** A finger needs 44 px; links within sentences are exempt. */
export const smallTargets = inPage('smallTargets')
/** No text is smaller than 13 px. */
export const smallTexts = inPage('smallTexts')
/** The hint in an empty field is read to its end. */
export const cutPlaceholders = inPage('cutPlaceholders')

const ALWAYS = [
  'unequalAmountEdges',
  'wrongPayButtons',
  'tallBanners',
  'clippedTexts',
  'textsOutsideTheirCard',
  'needlesslyCutWords',
  'brokenLabels',
  'lonelyWords',
  'sidewaysScrolling',
  'overlappingTargets',
  'smallTexts',
  'cutPlaceholders',
] as const

/** One wrong rule breaks every line of an invoice; the first tell enough. */
const FAULTS_NAMED = 6

type Question = {
  readonly isTouch: boolean
  /** Whether every control has to be seen; payers' pages have choices whose labels alone are drawn. */
  readonly areControlsSeen?: boolean
}

/** The faults of the page by all assertions in one evaluation, each with the name of its assertion. */
export async function geometryFaults(
  page: Page,
  { isTouch, areControlsSeen = false }: Question,
): Promise<readonly string[]> {
  const names = [...ALWAYS, ...(isTouch ? ['smallTargets'] : []), ...(areControlsSeen ? ['unseenControls'] : [])]
  const found: Record<string, readonly string[]> = await page.evaluate(
    `(() => { ${SOURCE}; return { ${names.map((name) => `${name}: ${name}()`).join()} } })()`,
  )
  return Object.entries(found).flatMap(([name, faults]) => {
    const more = faults.length > FAULTS_NAMED ? [`${name}: and ${faults.length - FAULTS_NAMED} more`] : []
    return [...faults.slice(0, FAULTS_NAMED).map((fault) => `${name}: ${fault}`), ...more]
  })
}
