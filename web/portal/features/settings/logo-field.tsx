import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { isLightImage } from '../../../../src/invoicing/settings/light-image.ts'
import { LOGO_BYTES_MAX } from '../../../../src/invoicing/settings/logo.ts'
import { brandColors, type HeaderColors } from '../../../../src/kernel/colors/brand-colors.ts'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../words/use-words.ts'
import { writtenColors } from './color-input.tsx'
import type { FormValues } from './form-values.ts'
import { useRefusal, useSettings } from './settings-context.ts'

const TYPES = ['image/gif', 'image/jpeg', 'image/png']
/** Enough pixels to tell a light logo from a dark one. */
const SAMPLE_SIDE = 64

/** The logo: chosen or dropped, and how it stands on light and dark pages. */
export function LogoField() {
  const words = useWords('settings')
  const { setValue } = useFormContext<FormValues>()
  const { logo } = useSettings().typed
  const [isRefused, setRefused] = useState(false)
  const [isOver, setOver] = useState(false)
  const reason = useRefusal('merchantLogo', (values) => values.logo)
  const id = useId()
  const set = (dataUri: string) => setValue('logo', dataUri, { shouldDirty: true })
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    const isImage = TYPES.includes(file.type) && file.size <= LOGO_BYTES_MAX
    setRefused(!isImage)
    if (isImage) set(await dataUriOf(file))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <section className="card" aria-labelledby="logo">
      <h2 id="logo">{words.logo}</h2>
      {logo !== '' && <LogoPlates logo={logo} />}
      <label
        className={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          accept={TYPES.join(',')}
          aria-describedby={id}
          onChange={({ target }) => {
            void take(target.files?.[0])
            // The same file can be chosen again.
            target.value = ''
          }}
        />
        <Upload size={20} aria-hidden="true" />
        <span>{words.chooseLogo}</span>
      </label>
      {(isRefused || reason !== undefined) && (
        <p className="problem" role="alert">
          {words.problems.image}
        </p>
      )}
      <p className="help" id={id}>
        {words.logoHelp}
      </p>
      {logo !== '' && (
        <div>
          <Button kind="plain" isCompact onClick={() => set('')}>
            {words.removeLogo}
          </Button>
        </div>
      )}
    </section>
  )
}

function LogoPlates({ logo }: { readonly logo: string }) {
  const words = useWords('settings')
  const isLight = useIsLight(logo)
  const { values } = useSettings().typed
  const { plateOfLightLogo } = brandColors(writtenColors(values as HeaderColors))
  return (
    <>
      <div className="logo-plates">
        {(['light', 'dark'] as const).map((scheme) => (
          <figure key={scheme} data-scheme={scheme}>
            {/* Set through the DOM’s own properties, which the content security policy allows. */}
            <span className="plate" {...(isLight && { style: { background: plateOfLightLogo } })}>
              <img src={logo} alt={words.logoAlt} />
            </span>
            <figcaption>{scheme === 'light' ? words.onLight : words.onDark}</figcaption>
          </figure>
        ))}
      </div>
      {isLight && <p className="help">{words.lightLogo}</p>}
    </>
  )
}

/** By the rule of the service, which looks at the image when it is saved. */
function useIsLight(logo: string): boolean {
  const [isLight, setLight] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void pixelsOf(logo).then(
      (pixels) => isCurrent && setLight(isLightImage(pixels)),
      () => isCurrent && setLight(false),
    )
    return () => {
      isCurrent = false
    }
  }, [logo])
  return isLight
}

async function pixelsOf(logo: string): Promise<Uint8Array> {
  const image = new Image()
  image.src = logo
  await image.decode()
  const canvas = document.createElement('canvas')
  const share = Math.min(1, SAMPLE_SIDE / Math.max(image.naturalWidth, image.naturalHeight))
  canvas.width = Math.max(1, Math.round(image.naturalWidth * share))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * share))
  const drawing = canvas.getContext('2d')
  if (drawing === null) throw new Error('The browser does not draw.')
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Uint8Array(drawing.getImageData(0, 0, canvas.width, canvas.height).data)
}

function dataUriOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'))
    reader.readAsDataURL(file)
  })
}
