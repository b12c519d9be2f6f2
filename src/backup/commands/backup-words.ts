import type { Manifest } from '../manifest/manifest.ts'

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'] as const

export function bytesInWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length)
  return `${(bytes / 1024 ** power).toFixed(1)} ${UNITS[power - 1]}`
}

export function asJson(manifest: Manifest): object {
  const { fileList: _files, sealedFileList: _sealed, objectList: _objects, form: _form, ...facts } = manifest
  return { ...facts, mode: facts.mode ?? null, isComplete: manifest.postgres.kind !== 'left-out' }
}
