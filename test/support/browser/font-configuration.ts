import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'

const FONTS = fileURLToPath(new URL('../../../assets/fonts', import.meta.url))

/** Unpacks fonts of the PDFs into the folder. Returns the file by which a browser on Linux uses them and no others. */
export function writeFontConfiguration(folder: string, names = /./): string {
  const fonts = join(folder, 'fonts')
  mkdirSync(fonts, { recursive: true })
  for (const name of readdirSync(FONTS).filter((file) => file.endsWith('.zst') && names.test(file))) {
    writeFileSync(join(fonts, name.replace('.zst', '')), zstdDecompressSync(readFileSync(join(FONTS, name))))
  }
  const file = join(folder, 'fonts.conf')
  // For every family that is asked for: browsers ask for the font of the system under no name, and would get the first file.
  const prefer =
    '<match target="pattern"><edit name="family" mode="append" binding="strong"><string>Noto Sans</string></edit></match>'
  writeFileSync(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${folder}/cache</cachedir>${prefer}</fontconfig>`,
  )
  return file
}
