const IMAGE_TYPES = ['image/gif', 'image/jpeg', 'image/png'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

const MAGIC: Readonly<Record<ImageType, readonly Buffer[]>> = {
  'image/gif': [Buffer.from('GIF87a', 'latin1'), Buffer.from('GIF89a', 'latin1')],
  'image/jpeg': [Buffer.from([0xff, 0xd8, 0xff])],
  'image/png': [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
}

/** The type by the first bytes, whatever the sender claims. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  return IMAGE_TYPES.find((type) => MAGIC[type].some((magic) => bytes.subarray(0, magic.length).equals(magic)))
}
