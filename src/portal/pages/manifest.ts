// pure
import type { Language } from '../../kernel/language.ts'

type Chunk = {
  readonly file: string
  readonly name?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
}

/** Written by the build: every chunk by its source file. */
export type Manifest = Readonly<Record<string, Chunk>>

/** The files that the first picture needs. */
export type FirstFiles = {
  readonly script: string
  readonly styles: readonly string[]
  /** Loaded at the same time as the script, which would ask for them one after the other. */
  readonly preloads: readonly string[]
}

export function firstFilesOf(manifest: Manifest, language: Language): FirstFiles | undefined {
  const entry = Object.entries(manifest).find(([, { isEntry }]) => isEntry === true)
  if (entry === undefined) return undefined
  const [key, { file }] = entry
  const needed = withImports(manifest, key)
  const words = Object.keys(manifest).find((name) => manifest[name]?.name === `words-${language}`)
  const chunks = [...needed, ...(words === undefined ? [] : withImports(manifest, words))]
  const all = [...new Set(chunks)].map((name) => manifest[name]).filter((chunk) => chunk !== undefined)
  return {
    script: file,
    styles: [...new Set(all.flatMap(({ css = [] }) => css))],
    preloads: all.map((chunk) => chunk.file).filter((one) => one !== file && one.endsWith('.js')),
  }
}

/** A chunk and everything that it loads before it runs. */
export function withImports(manifest: Manifest, key: string): readonly string[] {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const next of manifest[name]?.imports ?? []) visit(next)
  }
  visit(key)
  return [...found]
}
