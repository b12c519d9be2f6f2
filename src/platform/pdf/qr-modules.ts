import encodeQR from 'qr'

/** The smallest that the library draws. */
const BORDER = 1

/** The dark modules of a QR code, without the quiet zone: paper around it is white. */
export function qrModules(text: string): readonly (readonly boolean[])[] {
  // Readable with an eighth of it damaged, as by a fold or a stain.
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: BORDER })
  return rows.slice(BORDER, -BORDER).map((row) => row.slice(BORDER, -BORDER))
}
