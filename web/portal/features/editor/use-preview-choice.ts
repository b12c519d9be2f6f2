import { useState } from 'react'
import { useMedia } from '../../ui/use-media.ts'

const KEY = 'quittance-preview'
/** As in editor.css: where the preview has a place beside the form. */
const BESIDE_FORM = '(min-width: 1200px)'

/** Whether the preview is shown, as this browser remembers it, and which side a phone shows. */
export function usePreviewChoice() {
  const [isOff, setOff] = useState(() => read() === 'off')
  const [shown, show] = useState<'write' | 'preview'>('write')
  const choose = (off: boolean) => {
    setOff(off)
    show('write')
    try {
      localStorage.setItem(KEY, off ? 'off' : 'on')
    } catch {
      // It is asked again next time.
    }
  }
  const isBeside = useMedia(BESIDE_FORM)
  const isVisible = !isOff && (isBeside || shown === 'preview')
  return { isOff, isVisible, shown, show, turnOff: () => choose(true), turnOn: () => choose(false) }
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
