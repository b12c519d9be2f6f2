import type { SandboxWords } from './sandbox-words.ts'

export const words: SandboxWords = {
  intro: 'Herramientas del modo de prueba. Todas las organizaciones de esta instalación las comparten.',
  inbox: 'Bandeja de entrada',
  inboxText: 'Cada correo que se habría enviado.',
  lab: 'Receptores de webhooks',
  labText: 'Direcciones que reciben entregas, comprueban firmas y fallan si se les pide.',
  clock: 'Reloj',
  clockText: 'Mueve el tiempo para ver llegar recordatorios, informes y liquidaciones.',
  openPage: ({ name }) => `Abrir ${name}`,
  demo: 'Datos de demostración',
  demoText:
    'Un año de pagos de ejemplo de este comercio, con reembolsos, disputas y depósitos, para probar los informes.',
  demoMerchantOnly: 'Cambia a un comercio para cargar sus datos de demostración.',
  load: 'Cargar datos de demostración',
  loading: 'Cargando…',
  loaded: ({ text }) => `Los datos de demostración están cargados: ${text} registros.`,
  wasLoaded: 'Los datos de demostración ya están ahí.',
  only: 'Estas herramientas solo existen en modo de prueba.',
}
