/** Writes a database of places in the MaxMind format (version 2.0 of its specification), IPv4 and IPv6. */
export function mmdb(
  places: Readonly<Record<string, { country?: string; latitude?: number; longitude?: number }>>,
): Buffer {
  const nodes: Node[] = [{}];
  const data: Buffer[] = [];
  let dataLength = 0;
  for (const [network, { country, latitude, longitude }] of Object.entries(places)) {
    const record = {
      ...(country === undefined ? {} : { country: { iso_code: country } }),
      ...(latitude === undefined || longitude === undefined ? {} : { location: { latitude, longitude } }),
    };
    const bytes = encode(record);
    insert(nodes, bitsOf(network), dataLength);
    data.push(bytes);
    dataLength += bytes.length;
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.forEach((node, at) => {
    for (const side of [0, 1] as const) {
      const to = node[side];
      const value =
        to === undefined ? nodes.length : 'node' in to ? to.node : nodes.length + separator.length + to.data;
      tree.writeUIntBE(value, at * 6 + side * 3, 3);
    }
  });
  const metadata = encode({
    node_count: { uint32: nodes.length },
    record_size: { uint16: 24 },
    ip_version: { uint16: 6 },
    database_type: 'Test-City',
    languages: ['en'],
    binary_format_major_version: { uint16: 2 },
    binary_format_minor_version: { uint16: 0 },
    build_epoch: { uint32: 1_700_000_000 },
    description: { en: 'Places for tests' },
  });
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
  return Buffer.concat([tree, separator, ...data, marker, metadata]);
}

type Target = { node: number } | { data: number };
type Node = { 0?: Target; 1?: Target };

const separator = Buffer.alloc(16);

function insert(nodes: Node[], bits: readonly (0 | 1)[], offset: number): void {
  let at = 0;
  bits.forEach((bit, depth) => {
    const node = nodes[at] ?? {};
    if (depth === bits.length - 1) {
      node[bit] = { data: offset };
      return;
    }
    const to = node[bit];
    if (to && 'node' in to) at = to.node;
    else {
      nodes.push({});
      node[bit] = { node: nodes.length - 1 };
      at = nodes.length - 1;
    }
  });
}

/**
 * Returns the bits of a network. `192.0.2.0/24` stands at ::/96. A network such as `2001:db8::/32` is written with all its
 * leading groups.
 */
function bitsOf(network: string): (0 | 1)[] {
  const [address = '', length = ''] = network.split('/');
  const v4 = address.includes('.');
  const bytes = v4
    ? [...Array<number>(12).fill(0), ...address.split('.').map(Number)]
    : address
        .replace(/::$/, '')
        .split(':')
        .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  const bits = bytes.flatMap((byte) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((place) => ((byte >> place) & 1) as 0 | 1),
  );
  return bits.slice(0, Number(length) + (v4 ? 96 : 0));
}

function encode(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(2, value.length), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return Buffer.concat([control(3, 8), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([Buffer.from([value.length, 4]), ...value.map((each) => encode(each))]);
  const map = value as Record<string, unknown>;
  if (typeof map['uint16'] === 'number') return whole(5, 2, map['uint16']);
  if (typeof map['uint32'] === 'number') return whole(6, 4, map['uint32']);
  const entries = Object.entries(map);
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([name, each]) => [encode(name), encode(each)]),
  ]);
}

function whole(type: number, size: number, value: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return Buffer.concat([control(type, size), bytes]);
}

const control = (type: number, size: number): Buffer => Buffer.from([(type << 5) | size]);
