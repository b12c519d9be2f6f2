import { readFileSync } from 'node:fs'
import { Help } from 'commander'
import { packageUrl } from '../platform/processes/program-files.ts'

type Setting = { readonly names: string; readonly usual: string; readonly meaning: string }

const INDENT = 6
const WIDTH_MAX = 100
const WIDTH_WITHOUT_TERMINAL = 80

/** The table of docs/settings.md as text for a terminal, so that the settings are described in one place. */
export function settingsHelp(columns = process.stdout.columns ?? WIDTH_WITHOUT_TERMINAL): string {
  const document = readFileSync(packageUrl('docs/settings.md'), 'utf8')
  const width = Math.min(columns, WIDTH_MAX) - INDENT
  const entries = settingsOf(document).map(({ names, usual, meaning }) => {
    const lines = new Help().boxWrap(meaning, width).split('\n')
    return [`  ${names}${usual === '' ? '' : ` (${usual})`}`, ...lines.map((line) => ' '.repeat(INDENT) + line)].join(
      '\n',
    )
  })
  return ['', 'Settings, from the environment (with their defaults):', ...entries].join('\n')
}

/** The rows of the table that name variables. */
function settingsOf(document: string): readonly Setting[] {
  const rows = document.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((row) => {
    const [names = '', usual = '', meaning = ''] = row.slice(1, -1).split('|').map(plainText)
    return { names, usual: usual === '–' ? '' : usual, meaning }
  })
}

/** Without links and code marks. */
function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('`', '')
    .trim()
}
