import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrModules } from './qr-modules.ts'

const PIXELS = 4
const QUIET_MODULES = 4

test.each([
  'https://pay.example/pay/abc',
  `https://rechnungen.hausverwaltung.example:8443/pay/${'Aa0_-9Zz'.repeat(8)}?version=v2.1`,
])('a scanner reads %s', (text) => {
  const rows = qrModules(text)

  const size = (rows.length + 2 * QUIET_MODULES) * PIXELS
  const data = new Uint8Array(size * size * 3).fill(255)
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const isDark = rows[Math.floor(y / PIXELS) - QUIET_MODULES]?.[Math.floor(x / PIXELS) - QUIET_MODULES] === true
      if (isDark) data.fill(0, (y * size + x) * 3, (y * size + x) * 3 + 3)
    }
  }
  expect(decodeQR({ width: size, height: size, data })).toBe(text)
  // 24 mm wide, a module of half a millimeter is printed and photographed well.
  expect(rows.length).toBeLessThanOrEqual(57)
})
