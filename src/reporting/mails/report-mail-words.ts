// pure
import type { Language } from '../../kernel/language.ts'

type Report = { readonly name: string }
type Wording = { readonly subject: (report: Report) => string; readonly title: string; readonly text: string }

/** The texts of mails about reports. */
export type ReportMailWords = {
  readonly ready: Wording
  readonly noData: Wording
  readonly failed: Wording
  readonly download: string
  readonly report: string
  readonly definition: string
  readonly period: string
  readonly timeZone: string
  readonly rows: string
  readonly why: (who: { readonly organization: string }) => string
}

export const REPORT_MAIL_WORDS: Readonly<Record<Language, ReportMailWords>> = {
  'de-DE': {
    ready: {
      subject: ({ name }) => `Bericht ${name} ist fertig`,
      title: 'Ihr Bericht ist fertig',
      text: 'Zum Herunterladen benötigen Sie Ihre Zugangsdaten; aus Sicherheitsgründen enthält diese E-Mail keine Daten.',
    },
    noData: {
      subject: ({ name }) => `Bericht ${name}: keine Daten in diesem Zeitraum`,
      title: 'Keine Daten in diesem Zeitraum',
      text: 'Der Bericht wurde erstellt, in diesem Zeitraum liegen aber keine Daten vor.',
    },
    failed: {
      subject: ({ name }) => `Bericht ${name} konnte nicht erstellt werden`,
      title: 'Der Bericht konnte nicht erstellt werden',
      text: 'Fordern Sie ihn noch einmal an. Sollte es wieder nicht gelingen, wenden Sie sich an den Betreiber des Dienstes.',
    },
    download: 'Bericht herunterladen',
    report: 'Bericht',
    definition: 'Berichtsart',
    period: 'Zeitraum',
    timeZone: 'Zeitzone',
    rows: 'Zeilen',
    why: ({ organization }) =>
      `Sie erhalten diese E-Mail, weil Ihre Adresse als Empfänger dieses Berichts eingetragen ist (${organization}).`,
  },
  'en-US': {
    ready: {
      subject: ({ name }) => `Report “${name}” is ready`,
      title: 'Your report is ready',
      text: 'You need your credentials to download it. For your security, this email does not contain any data.',
    },
    noData: {
      subject: ({ name }) => `Report “${name}”: no data for this period`,
      title: 'No data for this period',
      text: 'The report was created, but there is no data for this period.',
    },
    failed: {
      subject: ({ name }) => `Report “${name}” could not be created`,
      title: 'The report could not be created',
      text: 'Request it again. If it fails again, contact the operator of the service.',
    },
    download: 'Download report',
    report: 'Report',
    definition: 'Report type',
    period: 'Period',
    timeZone: 'Time zone',
    rows: 'Rows',
    why: ({ organization }) =>
      `You are receiving this email because your address is a recipient of this report (${organization}).`,
  },
  'es-419': {
    ready: {
      subject: ({ name }) => `El informe ${name} está listo`,
      title: 'Tu informe está listo',
      text: 'Necesitas tus credenciales para descargarlo. Por seguridad, este correo no contiene datos.',
    },
    noData: {
      subject: ({ name }) => `Informe ${name}: no hay datos en este período`,
      title: 'No hay datos en este período',
      text: 'Se creó el informe, pero no hay datos en este período.',
    },
    failed: {
      subject: ({ name }) => `No se pudo crear el informe ${name}`,
      title: 'No se pudo crear el informe',
      text: 'Vuelve a solicitarlo. Si vuelve a fallar, comunícate con el operador del servicio.',
    },
    download: 'Descargar informe',
    report: 'Informe',
    definition: 'Tipo de informe',
    period: 'Período',
    timeZone: 'Zona horaria',
    rows: 'Filas',
    why: ({ organization }) =>
      `Recibes este correo porque tu dirección figura entre los destinatarios de este informe (${organization}).`,
  },
  'fr-FR': {
    ready: {
      subject: ({ name }) => `Le rapport ${name} est prêt`,
      title: 'Votre rapport est prêt',
      text: 'Vos identifiants sont nécessaires pour le télécharger. Par sécurité, cet e-mail ne contient aucune donnée.',
    },
    noData: {
      subject: ({ name }) => `Rapport ${name} : aucune donnée pour cette période`,
      title: 'Aucune donnée pour cette période',
      text: 'Le rapport a été créé, mais il n’y a aucune donnée pour cette période.',
    },
    failed: {
      subject: ({ name }) => `Le rapport ${name} n’a pas pu être créé`,
      title: 'Le rapport n’a pas pu être créé',
      text: 'Demandez-le à nouveau. Si l’échec se reproduit, contactez l’exploitant du service.',
    },
    download: 'Télécharger le rapport',
    report: 'Rapport',
    definition: 'Type de rapport',
    period: 'Période',
    timeZone: 'Fuseau horaire',
    rows: 'Lignes',
    why: ({ organization }) =>
      `Vous recevez cet e-mail, car votre adresse figure parmi les destinataires de ce rapport (${organization}).`,
  },
  'ja-JP': {
    ready: {
      subject: ({ name }) => `レポート「${name}」の準備ができました`,
      title: 'レポートの準備ができました',
      text: 'ダウンロードには認証情報が必要です。安全のため、このメールにデータは含まれていません。',
    },
    noData: {
      subject: ({ name }) => `レポート「${name}」：この期間のデータはありません`,
      title: 'この期間のデータはありません',
      text: 'レポートは作成されましたが、この期間に該当するデータはありませんでした。',
    },
    failed: {
      subject: ({ name }) => `レポート「${name}」を作成できませんでした`,
      title: 'レポートを作成できませんでした',
      text: '再度リクエストしてください。再び失敗する場合は、サービスの運営者にお問い合わせください。',
    },
    download: 'レポートをダウンロード',
    report: 'レポート',
    definition: 'レポートの種類',
    period: '期間',
    timeZone: 'タイムゾーン',
    rows: '行数',
    why: ({ organization }) =>
      `このメールは、このレポートの受信者として登録されている方にお送りしています（${organization}）。`,
  },
  'pt-BR': {
    ready: {
      subject: ({ name }) => `O relatório ${name} está pronto`,
      title: 'Seu relatório está pronto',
      text: 'Você precisa das suas credenciais para baixá-lo. Por segurança, este e-mail não contém dados.',
    },
    noData: {
      subject: ({ name }) => `Relatório ${name}: não há dados neste período`,
      title: 'Não há dados neste período',
      text: 'O relatório foi criado, mas não há dados neste período.',
    },
    failed: {
      subject: ({ name }) => `Não foi possível criar o relatório ${name}`,
      title: 'Não foi possível criar o relatório',
      text: 'Solicite-o novamente. Se falhar outra vez, fale com o operador do serviço.',
    },
    download: 'Baixar relatório',
    report: 'Relatório',
    definition: 'Tipo de relatório',
    period: 'Período',
    timeZone: 'Fuso horário',
    rows: 'Linhas',
    why: ({ organization }) =>
      `Você recebeu este e-mail porque seu endereço está entre os destinatários deste relatório (${organization}).`,
  },
  'ru-RU': {
    ready: {
      subject: ({ name }) => `Отчёт ${name} готов`,
      title: 'Ваш отчёт готов',
      text: 'Для скачивания нужны ваши учётные данные. В целях безопасности в этом письме данных нет.',
    },
    noData: {
      subject: ({ name }) => `Отчёт ${name}: за этот период данных нет`,
      title: 'За этот период данных нет',
      text: 'Отчёт создан, но за этот период данных нет.',
    },
    failed: {
      subject: ({ name }) => `Не удалось создать отчёт ${name}`,
      title: 'Не удалось создать отчёт',
      text: 'Запросите его ещё раз. Если ошибка повторится, обратитесь к оператору сервиса.',
    },
    download: 'Скачать отчёт',
    report: 'Отчёт',
    definition: 'Тип отчёта',
    period: 'Период',
    timeZone: 'Часовой пояс',
    rows: 'Строк',
    why: ({ organization }) =>
      `Вы получили это письмо, потому что ваш адрес указан среди получателей этого отчёта (${organization}).`,
  },
  'zh-CN': {
    ready: {
      subject: ({ name }) => `报告“${name}”已生成`,
      title: '您的报告已生成',
      text: '下载时需要您的凭据。为了安全起见，此邮件不包含任何数据。',
    },
    noData: {
      subject: ({ name }) => `报告“${name}”：此期间没有数据`,
      title: '此期间没有数据',
      text: '报告已生成，但此期间没有数据。',
    },
    failed: {
      subject: ({ name }) => `无法生成报告“${name}”`,
      title: '无法生成报告',
      text: '请重新申请。如果再次失败，请联系服务的运营方。',
    },
    download: '下载报告',
    report: '报告',
    definition: '报告类型',
    period: '期间',
    timeZone: '时区',
    rows: '行数',
    why: ({ organization }) => `您收到此邮件，是因为您的邮箱已设为此报告的收件邮箱（${organization}）。`,
  },
  'zh-TW': {
    ready: {
      subject: ({ name }) => `報表「${name}」已產生`,
      title: '您的報表已產生',
      text: '下載時需要您的存取憑證。為了安全起見，此郵件不包含任何資料。',
    },
    noData: {
      subject: ({ name }) => `報表「${name}」：此期間沒有資料`,
      title: '此期間沒有資料',
      text: '報表已產生，但此期間沒有資料。',
    },
    failed: {
      subject: ({ name }) => `無法產生報表「${name}」`,
      title: '無法產生報表',
      text: '請重新申請。如果再次失敗，請聯絡服務的營運方。',
    },
    download: '下載報表',
    report: '報表',
    definition: '報表類型',
    period: '期間',
    timeZone: '時區',
    rows: '列數',
    why: ({ organization }) => `您收到此郵件，是因為您的電子郵件地址已設為此報表的收件地址（${organization}）。`,
  },
}
