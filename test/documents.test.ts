import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Links and pictures of the documents. */

const root = fileURLToPath(new URL('..', import.meta.url))
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const documents = files.filter((file) => /^(?:[^/]+|docs\/.+)\.md$/.test(file))
const PICTURE = /\.(?:png|svg|jpe?g|gif|webp)$/
/** Each is looked at and taken again whenever a page changes; everything else is test output. */
const PICTURES_MAX = 18

type Link = { readonly from: string; readonly to: string; readonly anchor: string | undefined }

/** Links to files of this repository, in Markdown and in HTML, outside code. */
const links = documents.flatMap((from): readonly Link[] => {
  const text = readFileSync(join(root, from), 'utf8').replaceAll(/```.*?```|`[^`\n]*`/gs, '')
  const targets = [
    ...text.matchAll(/\]\(\s*([^)\s]+)\s*\)/g),
    ...text.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm),
    ...text.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g),
  ].map(([, target = '']) => target)
  return targets
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => {
      const [path = '', anchor] = target.split('#')
      return { from, to: path === '' ? from : normalize(join(dirname(from), path)), anchor }
    })
})

/** The anchors that a heading gets on the pages where documents are read. */
function anchorsOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/```.*?```/gs, '')
  const slugs = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return slugs.map((slug, index) => {
    const earlier = slugs.slice(0, index).filter((other) => other === slug).length
    return earlier === 0 ? slug : `${slug}-${earlier}`
  })
}

test('every link of a document leads to a file, and to a heading that it has', () => {
  const broken = links.filter(({ to, anchor }) => {
    if (!existsSync(join(root, to))) return true
    return anchor !== undefined && to.endsWith('.md') && !anchorsOf(to).includes(anchor)
  })

  expect(links.length).toBeGreaterThan(200)
  expect(broken.map(({ from, to, anchor }) => `${from}: ${to}#${anchor ?? ''}`)).toEqual([])
})

test('docs has at most eighteen pictures, and a document shows each', () => {
  const pictures = files.filter((file) => file.startsWith('docs/') && PICTURE.test(file))
  const shown = new Set(links.map(({ to }) => to))

  expect(pictures.length).toBeLessThanOrEqual(PICTURES_MAX)
  expect(pictures.filter((picture) => !shown.has(picture))).toEqual([])
})
