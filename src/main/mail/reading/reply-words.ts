// What mail programs of many languages write around the texts that they quote. All patterns are for short lines.

const word = (words: string, flags = 'iu'): RegExp =>
  new RegExp(String.raw`(?<!\p{L})(?:${words.replaceAll(' | ', '|')})(?!\p{L})`, flags);

/** A day in figures, or a year. */
export const DATE = /\d{1,4}\s?[./年년-]\s?\d{1,2}|(?<!\d)(?:19|20)\d\d(?!\d)/;
/** A time of day. */
export const TIME = /(?<![\d.])\d{1,2}\s?[:.h時时시點点]\s?\d\d(?![\d.])/;
/** "On", before a day. */
export const DATED = /^(?:On|Am|Le|El|Il|Em|Op|Den|Dne|Dnia|W dniu)(?!\p{L})/u;
export const ADDRESS = /[^\s<>@]{1,100}@[^\s<>@]{2,100}/;

/** "wrote". Chinese, Japanese and Korean have no spaces around it. */
export const WROTE = new RegExp(
  word(
    'wrote | writes | said | schrieb | schreibt | geschrieben | écrit | escribió | escribio | escribe | scritto | scrive | ' +
      'escreveu | schreef | geschreven | napisał | napisała | napisał\\(a\\) | pisze | написал | написала | написал\\(а\\) | ' +
      'пишет | писал | писала | написав | написала | пише | пишаў | napsal | napsala | napsal\\(a\\) | píše | napísal | ' +
      'napísal\\(a\\) | skrev | skriver | kirjoitti | írta | yazdı | scris | έγραψε | пиша | написа | је написао | je napisao | ' +
      'je napisala | rašė | kirjutas | rakstīja | va escriure | idatzi | כתב | كتب | viết | menulis | เขียนว่า',
  ).source + '|写道|寫道|のメール|書きました|님이 작성|작성함|썼습니다',
  'iu',
);

/** Begins what people forward or answer, before text without a mark. */
export const ORIGINAL = new RegExp(
  String.raw`^\s{0,8}[-_=*]{2,40}\s?(?:${[
    'original message|original email|reply message|ursprüngliche nachricht|original-?nachricht|ursprüngliche mail',
    "message d['’]origine|message original|mensaje original|mensagem original|messaggio originale",
    'oorspronkelijk bericht|original meddelelse|oprindelig meddelelse|ursprungligt meddelande|opprinnelig melding',
    'alkuperäinen viesti|oryginalna wiadomość|wiadomość oryginalna|původní zpráva|pôvodná správa|eredeti üzenet',
    'orijinal mesaj|mesaj original|исходное сообщение|исходное письмо|оригинальное сообщение|вихідне повідомлення',
    'αρχικό μήνυμα|元のメッセージ|原始邮件|原始郵件|原邮件|回复的原邮件|원본 메일|원본 메시지|original',
  ].join('|')})\s?[-_=*]{2,40}\s{0,8}$`,
  'iu',
);

/** The line of ticket systems above which answers are written. */
export const ABOVE_LINE = new RegExp(
  String.raw`^[\s#*=_-]{0,20}[#*=_-]{2}.{0,60}(?:${[
    'above this line|over this line|(?:oberhalb|über) dieser (?:linie|zeile)|au-dessus de cette ligne',
    'encima de esta línea|arriba de esta línea|acima desta linha|sopra questa riga|boven deze (?:lijn|regel)',
    'powyżej tej linii|(?:выше|над) этой (?:линии|линией|строки|строкой)|вище цієї лінії|nad tento řádek',
    'この行より上|在此行上方|此線以上',
  ].join('|')})`,
  'iu',
);

/** The labels of the lines that say what is answered, in lower case. */
export const HEADER_LABELS: ReadonlyMap<string, 'from' | 'sent' | 'to' | 'subject'> = new Map(
  Object.entries({
    from:
      'from|von|de|da|van|od|от|від|ад|fra|från|lähettäjä|kimden|gönderen|feladó|expéditeur|remitente|remetente|mittente|' +
      'afzender|odesílatel|отправитель|από|de la|מאת|من|差出人|送信者|发件人|寄件者|寄件人|發件人|보낸 사람|보낸사람',
    sent:
      'sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|fecha|data|inviato|verzonden|wysłano|' +
      'отправлено|дата|надіслано|odesláno|odoslané|skickat|skickat den|sendt|dato|lähetetty|päivämäärä|gönderildi|' +
      'gönderme tarihi|tarih|küldve|elküldve|dátum|trimis|ημερομηνία|送信日時|日時|日付|发送时间|發送時間|发送日期|日期|寄件日期|' +
      '傳送時間|보낸 날짜|보낸날짜|날짜',
    to:
      'to|an|à|a|para|aan|do|кому|каму|komu|till|til|vastaanottaja|kime|alıcı|címzett|către|destinataire|destinatario|' +
      'destinatário|προς|cc|kopie|копия|宛先|收件人|收件者|받는 사람|받는사람',
    subject:
      'subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|тема|předmět|predmet|ämne|emne|aihe|konu|tárgy|subiect|' +
      'θέμα|件名|主题|主旨|主題|제목',
  } as const).flatMap(([kind, labels]) =>
    labels.split('|').map((label) => [label, kind as 'from' | 'sent' | 'to' | 'subject'] as const),
  ),
);

const SENT =
  'sent (?:from|via|with|using)|gesendet (?:mit|von|vom|über)|envoyé (?:de|depuis|avec|à partir)|' +
  'enviad[oa] (?:desde|do|da|de|a partir|via|con|pelo)|inviato (?:da|dal|dalla|con)|verzonden (?:van|vanaf|vanuit|met|via)|' +
  'wysłan[eoya] (?:z|ze|za)|отправлено (?:с|со|из|через)|надіслано (?:з|із|через)|skickat från|sendt fra|odesláno z|odoslané z|' +
  'lähetetty|enviat des|trimis de';
const PRODUCT =
  'iphon\\p{L}*|ipad\\p{L}*|ipod|ios|android|samsung|galaxy|huawei|xiaomi|redmi|outlook|yahoo|gmx|web\\.de|blackberry|windows|' +
  'proton\\p{L}*|k-9|thunderbird|gmail|spark|bluemail|t-online|mail\\.ru';
const DEVICE =
  'mobile|mobil\\p{L}*|phone|smartphone|handy|tablet|téléphone|portable|teléfono|móvil|celular|cellulare|telefon\\p{L}*|' +
  'телефон\\p{L}*|смартфон\\p{L}*';

/** The line that programs and telephones add at the end. */
export const SENT_BY = new RegExp(
  [
    String.raw`^(?:${SENT})\s(?:.{0,60}(?<!\p{L}))?(?:(?:${PRODUCT})(?!\p{L})[^?!]{0,60}|(?:${DEVICE})\.?)$`,
    String.raw`^(?:von meine[mr] |diese (?:nachricht|e-mail|mail) wurde ).{1,80}\sgesendet\.?$`,
    String.raw`^(?:get|download|holen sie sich|laden sie|télécharge[rz]|obtenez|obtener|obtén|obter|obtenha|scarica|ottieni|` +
      String.raw`pobierz|hent|hämta|скачать|получить|завантажити|stáhnout) .{0,20}outlook .{0,80}$`,
    String.raw`^(?:iphone|ipad|android|.{0,8}スマートフォン|携帯)から送信$|^나의 .{1,20}에서 보냄$|^[從从]我的.{1,20}(?:傳送|发送)$`,
    String.raw`^[发發]自.{0,12}(?:iphone|ipad|android|手机|手機|平板|华为|小米|邮箱|outlook).{0,12}$`,
  ].join('|'),
  'iu',
);

/** Says that the answers are in the quoted text. */
export const MARKED = word(
  'inline | in-line | interspersed | in (?:red|blue|green|bold|colou?r) | below | in (?:rot|blau|grün|fett) | unten | direkt im text | ' +
    'en (?:rouge|bleu|vert|gras) | ci-dessous | en (?:rojo|azul|verde|negrita) | abajo | in (?:rosso|blu|verde) | sotto | ' +
    'em (?:vermelho|azul|verde) | abaixo | in het (?:rood|blauw) | hieronder | красным | синим | ниже | червоним | нижче | poniżej',
);
