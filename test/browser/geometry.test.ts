import { describe, expect } from 'vitest'
import { accessibilityProblems } from '../support/browser/accessibility.ts'
import { browserTest, fileBrowser } from '../support/browser/browser.ts'
import {
  brokenLabels,
  clippedTexts,
  cutPlaceholders,
  geometryFaults,
  lonelyWords,
  needlesslyCutWords,
  overlappingTargets,
  sidewaysScrolling,
  smallTargets,
  smallTexts,
  tallBanners,
  textsOutsideTheirCard,
  unequalAmountEdges,
  wrongPayButtons,
} from '../support/browser/geometry.ts'

const browser = fileBrowser()

async function aPage(body: string, style = '') {
  const page = await browser().newPage({ viewport: { width: 320, height: 640 } })
  const base = '*{box-sizing:border-box}body{margin:0;font:16px/1.5 sans-serif}dl,dd,p,h1{margin:0}'
  await page.setContent(`<!doctype html><html lang="de"><style>${base}${style}</style><body>${body}</body></html>`)
  return page
}

const ROW = '.rows>div{display:flex;gap:16px;justify-content:space-between}dd{text-align:right;white-space:nowrap}'
const ROWS = `<dl class="rows"><div><dt>Brot</dt><dd>1,00 €</dd></div>
<div><dt>Donaudampfschifffahrtsgesellschaft</dt><dd>2,00 €</dd></div></dl>`
const LABEL = '<dl class="rows"><div><dt>Rechnungsempfänger</dt><dd>Ada Lovelace, Engine Street</dd></div></dl>'

/** The assertion, a page that it accepts, and the same page with a fault. */
const PROOFS = [
  [
    'amounts that end at different places',
    unequalAmountEdges,
    ROWS,
    `${ROW}dd{flex:none}dt{min-width:0;overflow-wrap:anywhere}`,
    `${ROW}div+div dd{margin-right:8px}dt{min-width:0;overflow-wrap:anywhere}`,
  ],
  [
    'a pay button that grew',
    wrongPayButtons,
    '<form class="pay"><button type="submit">Pay</button></form>',
    'button{height:48px}',
    'button{height:68px}',
  ],
  [
    'a banner of two lines',
    tallBanners,
    '<p class="banner">Test mode · <a href="#x">Cards</a></p>',
    '',
    'p{width:90px}',
  ],
  [
    'a text wider than its box',
    clippedTexts,
    '<p>Donaudampfschifffahrtsgesellschaft</p>',
    'p{width:300px}',
    'p{width:90px}',
  ],
  [
    'a text that is cut off below',
    clippedTexts,
    '<p>one<br>two<br>three</p>',
    'p{overflow:hidden}',
    'p{overflow:hidden;height:30px}',
  ],
  [
    'a text outside its card',
    textsOutsideTheirCard,
    '<section><p>Donaudampfschifffahrt</p></section>',
    '',
    'p{position:relative;left:200px}',
  ],
  [
    'a word that is cut beside free space',
    needlesslyCutWords,
    ROWS.replace('gesellschaft', ''),
    ROW,
    `${ROW}dt{width:90px;overflow-wrap:anywhere}`,
  ],
  [
    'a label broken inside a word',
    brokenLabels,
    LABEL,
    '.rows>div{display:block}',
    '.rows>div{display:flex}dt{width:90px;flex:none;overflow-wrap:anywhere}',
  ],
  [
    'a word alone on the last line of a label',
    lonelyWords,
    '<div class="field"><label>Number of the order in purchasing (optional)</label></div>',
    'label{display:block;width:280px;text-wrap:balance}',
    'label{display:block;width:280px}',
  ],
  ['a page that scrolls sideways', sidewaysScrolling, '<p>wide</p>', '', 'p{width:400px}'],
  [
    'buttons over each other',
    overlappingTargets,
    '<button>One</button><button>Two</button>',
    '',
    'button+button{margin-left:-20px}',
  ],
  [
    'a button over a list, beside what the list hides',
    overlappingTargets,
    '<div><button>One</button><button>Two</button></div><button>Three</button>',
    'div{height:30px;overflow:auto}button{display:block;height:30px}',
    'div{height:30px;overflow:auto}button{display:block;height:30px}div+button{margin-top:-20px}',
  ],
  [
    'a target too small for a finger',
    smallTargets,
    '<button>One</button>',
    'button{height:44px;width:60px}',
    'button{height:30px;width:60px}',
  ],
  ['a text too small to read', smallTexts, '<p>terms</p>', '', 'p{font-size:12px}'],
  [
    'a hint that an empty field cuts',
    cutPlaceholders,
    '<input placeholder="Name or description">',
    'input{width:240px}',
    'input{width:90px}',
  ],
] as const

describe('an assertion about the geometry of a page can fail', () => {
  browserTest.each(PROOFS)('%s', async (_, faultsOf, body, fine, broken) => {
    const [good, bad] = [await aPage(body, fine), await aPage(body, broken)]

    expect(await faultsOf(good)).toEqual([])
    expect(await faultsOf(bad)).toHaveLength(1)
    await Promise.all([good.close(), bad.close()])
  })

  browserTest('all of them are asked together, with their names', async () => {
    const page = await aPage('<p>terms</p><a href="#x">x</a>', 'p{font-size:12px}')

    const faults = await geometryFaults(page, { isTouch: true })

    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['smallTexts', 'smallTargets'])
    await page.close()
  })

  browserTest('words of Chinese and Japanese end a line anywhere, and links within a sentence are small', async () => {
    const page = await aPage(
      '<p>業務委託費二〇二六年十一月分交通費および出張手当を含みます <a href="#x">詳細</a></p>',
      'p{width:120px}',
    )

    expect(await geometryFaults(page, { isTouch: true })).toEqual([])
    await page.close()
  })
})

describe('contrasts, of which some of each look are computed', () => {
  const LINES = Array.from({ length: 30 }, (_, index) => `<li class="line-${index}"><span>Line</span></li>`).join('')
  browserTest.each([
    ['of one pale text among many', '.line-14 span{color:#aaa}', 1],
    ['of one text on a dark ground', '.line-14{background:#555}', 1],
    ['of texts that are half seen through', '.line-14{opacity:.4}', 1],
    ['of all texts alike, named by some', 'li{color:#aaa}', 3],
  ])('are found too low: %s', async (_, style, found) => {
    const page = await aPage(`<main><h1>Lines</h1><ul>${LINES}</ul></main>`, `body{background:#fff}${style}`)

    const problems = await accessibilityProblems(page, { areColorsEnough: true })

    expect(problems.filter((problem) => problem.startsWith('color-contrast'))).toHaveLength(found)
    await page.close()
  })
})
