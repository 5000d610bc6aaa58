const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|(?=$|\/))){4}(?:\/(?:3[0-2]|[12]\d|[1-9]))?$/;
const IPV6 = /^(?=[0-9A-Fa-f:.]*:)[0-9A-Fa-f:.]{2,45}(?:\/(?:12[0-8]|1[01]\d|[1-9]\d?))?$/;

/** An address, or a range in CIDR notation: `192.168.1.10`, `10.0.0.0/8`, `fd00::/8`; never all addresses at once. */
export function isAddressRange(text: string): boolean {
  if (IPV4.test(text)) return true;
  if (!IPV6.test(text)) return false;
  const [address = ''] = text.split('/');
  return URL.canParse(`http://[${address}]/`);
}

/** An address as written in a URL. */
export function toUrlHost(address: string): string {
  return address.includes(':') ? `[${address}]` : address;
}
