import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { browserSearch } from '../run/test-run.ts'
import { findBrowser } from './find-browser.ts'
import { writeFontConfiguration } from './font-configuration.ts'

export type PictureBrowser = {
  readonly browser: Browser
  /** Is removed with the browser. */
  readonly folder: string
  readonly close: () => Promise<void>
}

/** A browser that draws with the fonts of this repository alone, so that pictures are alike on every machine. */
export async function openPictureBrowser(fontNames?: RegExp): Promise<PictureBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-images-'))
  const { executable, environment } = await findBrowser(browserSearch)
  const browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...env, ...environment, FONTCONFIG_FILE: writeFontConfiguration(folder, fontNames) },
  })
  const close = async (): Promise<void> => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { browser, folder, close }
}

type Picture = { readonly file: string; readonly colors: number; readonly fullPage?: boolean }

/** Writes a screenshot of the page as a small PNG. */
export async function writePicture(page: Page, { file, colors, fullPage = true }: Picture): Promise<void> {
  const png = await page.screenshot({ fullPage })
  writeFileSync(file, await sharp(png).png({ palette: true, colors, effort: 10 }).toBuffer())
}
