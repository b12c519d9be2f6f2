import type { default as sharp } from 'sharp'

export type ImageLibrary = typeof sharp

let loading: Promise<ImageLibrary> | undefined

/** Loads the image library when the first image needs it: most nodes start, and many commands end, without one. */
export function loadImageLibrary(): Promise<ImageLibrary> {
  loading ??= load()
  return loading
}

async function load(): Promise<ImageLibrary> {
  const { default: library } = await import('sharp')
  // The library supports far more formats than we accept; blocking them reduces the attack surface.
  library.block({ operation: ['VipsForeignLoad'] })
  library.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
  })
  // Images are rewritten one at a time, with one thread: the other threads serve everything else.
  library.concurrency(1)
  library.cache(false)
  return library
}
