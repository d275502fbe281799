#!/usr/bin/env python3
"""Verifies a release bundle, acts or a serving state offline. Written only from README.md; section numbers refer to it.
    python3 pramaan_verify.py FILE --trusted-keys TRUST.json [--checkpoint FILE] [--witnesses K] [--json]
    python3 pramaan_verify.py --corpus DIR
TRUST.json: the document of /v1/trust.json. --checkpoint: one that you kept; a bundle older than it is refused.
Exit 0: accepted (a corpus: every case answered as it lists). 1: refused. 2: usage, or a file that cannot be read.
"""
import argparse, base64, functools, hashlib, json, pathlib, re, sys

class Refused(ValueError): """With (code, reason); the code is of section 9, or None if the caller sets it."""
def demand(condition, reason, code=None):
    if not condition: raise Refused(code, reason)
def refusing(code, read, *given):
    """The result of `read`; any error, including those of Python's own parsers, is refused with this code."""
    try:
        return read(*given)
    except (ValueError, RecursionError) as fault:
        raise Refused(code, str(fault.args[-1])) from None

# ---- Section 1: conventions ----
MAX_INTEGER, MAX_DEPTH = 2**53 - 1, 64
def sha256(data): return hashlib.sha256(data).digest()
def unbase64(text, length=None):
    """The bytes of base64 that re-encodes to itself; exactly `length` bytes, if given."""
    data = base64.b64decode(text, validate=True)
    demand(base64.b64encode(data).decode() == text, 'base64 in another spelling than its only one')
    demand(length in (None, len(data)), f'{len(data)} bytes of base64, not {length}')
    return data
def integer(text, least=-MAX_INTEGER):
    plain = re.fullmatch('0|-?[1-9][0-9]{0,15}', text)
    demand(plain and least <= int(text) <= MAX_INTEGER, f'not a plain integer from {least} to 2^53 - 1')
    return int(text)
class Members(list): """The (key, value) pairs of an object as written."""
def checked(value, depth=1):
    """Section 1.1. Returns an object as a dict with its keys in the order of RFC 8785."""
    demand(not isinstance(value, str) or not re.search('[\ud800-\udfff]', value), 'text with a lone surrogate')
    demand(not isinstance(value, list) or depth <= MAX_DEPTH, 'nested more than 64 deep')
    if isinstance(value, Members):
        pairs = sorted(value, key=lambda pair: checked(pair[0]).encode('utf-16-be'))
        demand(len({key for key, _ in pairs}) == len(pairs), 'a key given twice')
        return {key: checked(member, depth + 1) for key, member in pairs}
    return [checked(item, depth + 1) for item in value] if isinstance(value, list) else value
def plain_json(data):
    return checked(json.loads(data.decode('utf-8'), object_pairs_hook=Members, parse_int=integer, parse_float=integer,
                              parse_constant=integer))
def canonical_form(value):
    """The RFC 8785 form of a value with keys in any order."""
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: pair[0].encode('utf-16-be'))
        return b'{' + b','.join(canonical_form(key) + b':' + canonical_form(each) for key, each in pairs) + b'}'
    if isinstance(value, list): return b'[' + b','.join(map(canonical_form, value)) + b']'
    return json.dumps(value, ensure_ascii=False).encode()
def canonical_json(data):
    """Section 1.1: the parsed value, if the bytes are its RFC 8785 form."""
    value = plain_json(data)
    demand(json.dumps(value, ensure_ascii=False, separators=(',', ':')).encode() == data, 'not in canonical form')
    return value
# ---- Forms: an object with exactly these fields, or a function that says whether a value fits ----
def fit(value, form, where):
    """The value, if it has the form."""
    if isinstance(form, dict):
        demand(isinstance(value, dict) and value.keys() == form.keys(), f'{where}: not an object of {", ".join(form)}')
        for name in form: fit(value[name], form[name], f'{where}.{name}')
    else: demand(form(value), f'{where}: not of the form required')
    return value
def list_of(form, least=0, most=MAX_INTEGER):
    return lambda value: (isinstance(value, list) and least <= len(value) <= most
                          and [fit(item, form, f'item {i}') for i, item in enumerate(value)] == value)
def matching(pattern): return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None
def base64_of(length=None): return lambda value: isinstance(value, str) and unbase64(value, length) is not None
def one_of(*allowed): return lambda value: any(type(value) is type(each) and value == each for each in allowed)
def or_null(form): return lambda value: value is None or fit(value, form, 'not null') == value
def is_index(value): return type(value) is int and 0 <= value <= MAX_INTEGER
def is_revision(value): return is_index(value) and value >= 1
def repeats(values): return len(set(values)) < len(values)
def find(owners, **wanted): return next((each for each in owners if wanted.items() <= each.items()), None)
RELEASE_ID = '[A-Z]{2}-[0-9]{4}-[0-9]{2}-[A-Z0-9-]+'
is_hash, is_name, is_text, is_filled = map(matching, ('[0-9a-f]{64}', '[!-*,-~]+', '(?s).*', '(?s).+'))
is_person, is_date = matching('[A-Za-z0-9][A-Za-z0-9._-]{0,63}'), matching('[0-9]{4}-[0-9]{2}-[0-9]{2}')
def text_up_to(most): return lambda value: is_filled(value) and len(value.encode('utf-16-le')) <= 2 * most
is_word, is_reason, is_positive, no_index, no_hash = (
    text_up_to(500), text_up_to(2000), is_revision, or_null(is_index), or_null(is_hash))
def is_object(value): return isinstance(value, dict)
def by_passkey(value): return is_object(value) and value.get('algorithm') == 'webauthn-es256'
def is_credential(value): return base64_of()(value) and 1 <= len(unbase64(value)) <= 1023
def is_p256_key(value): return base64_of(65)(value) and unbase64(value)[0] == 4
ASSERTION = {'authenticator_data': base64_of(), 'client_data_json': base64_of(), 'signature': base64_of()}
PASSKEY = {'credential_id': is_credential, 'rp_id': matching('[a-z0-9.-]{1,253}'),  # section 2
           'origin': matching('(https://[a-z0-9.-]{1,253}|http://localhost)(:[0-9]{1,5})?')}
BY_PASSKEY = {'kind': one_of('person'), 'public_key': is_p256_key, 'passkey': PASSKEY,
              'algorithm': one_of('webauthn-es256')}
def either(form, changed, where):
    """For a passkey `form` with the `changed` fields, otherwise `form` itself."""
    return lambda value: fit(value, {**form, **changed} if by_passkey(value) else form, where) == value
def is_signature(value):
    """Section 6: by a key file, or by a passkey."""
    named = {'algorithm': one_of('ed25519'), 'person': is_person, 'key_id': is_hash, 'signature': base64_of(64)}
    passkey = {**named, **ASSERTION, 'algorithm': one_of('webauthn-es256'), 'credential_id': base64_of()}
    return fit(value, passkey if by_passkey(value) else named, 'signature')
COMMAND_OF = {  # section 6: of which command an entry is the last
    'SourceAttested': 'attest', 'ReleaseReviewed': 'review', 'ReleaseApproved': 'approve', 'ReleasePromoted': 'promote',
    'ReleaseWithdrawn': 'withdraw', 'ComponentHeld': 'hold', 'ComponentFreed': 'unhold', 'ComponentChecked': 'check',
    'PersonEnrolled': 'enrol', 'PersonRevoked': 'revoke', 'SigningKeyAdded': 'rotate_signing_key'}
COMMANDS = one_of('source_add', 'open', *COMMAND_OF.values())
HEAD = {'position': is_index, 'hash': is_hash}
ACT = {'act_version': one_of(2), 'command': COMMANDS, 'events': is_positive, 'log_head': HEAD,
       'signatures': list_of(is_signature, 1, 2)}
is_stage, is_flag = one_of('reference', 'production'), one_of(True, False)
is_time = matching('[0-9]{4}(-[0-9]{2}){2}T([0-9]{2}:){2}[0-9]{2}[.][0-9]{3}Z')
PERSON = {'name': is_person, 'kind': one_of('person', 'machine'), 'key_id': is_hash, 'algorithm': one_of('ed25519'),
          'public_key': base64_of(32), 'from_position': is_index, 'to_position': no_index}
PEOPLE = list_of(either(PERSON, BY_PASSKEY, 'person'), 1)
KEYS = list_of({'key_id': is_hash, 'algorithm': one_of('ed25519'), 'public_key': base64_of(32),
                'from_index': is_index, 'to_index': no_index}, 1)
TRUST = {  # section 3
    'trust_version': one_of(2), 'origin': is_name, 'checkpoint': or_null(is_text), 'position': is_index,
    'people': PEOPLE, 'keys': KEYS, 'witnesses': list_of({'name': is_name, 'public_key': base64_of(32)})}
BUNDLE = {  # section 4
    'bundle_version': one_of(2), 'record': base64_of(), 'log_entry': base64_of(), 'checkpoint': is_text,
    'envelope': {'payload': base64_of(), 'payloadType': one_of('application/vnd.in-toto+json'),
                 'signatures': list_of({'keyid': is_hash, 'sig': base64_of(64)}, 1, 1)},
    'inclusion': {'leaf_index': is_index, 'tree_size': is_index, 'hashes': list_of(base64_of(32))}}
PERIOD = {'effective_from': is_date, 'effective_to': is_date}
STATEMENT = {  # section 5
    '_type': one_of('https://in-toto.io/Statement/v1'), 'predicateType': one_of('urn:pramaan:release-statement:v2'),
    'subject': list_of({'name': matching(RELEASE_ID + '@[0-9]+'), 'digest': {'sha256': is_hash}}, 1, 1),
    'predicate': {
        'gates': list_of({'gate': matching('[a-z][a-z0-9_.]*'), 'passed': is_flag, 'checked': is_index}, 1),
        'log_head': HEAD, 'engine_version': is_filled, 'actors': {'opened_by': is_filled, 'sealed_by': is_filled},
        'acts': list_of({'type': one_of('CandidateOpened', 'SourceAttested'), 'stream': is_filled,
                         'version': is_positive, 'event_position': is_positive, 'command_id': is_filled,
                         'payload': is_object, 'act': ACT}, 1)}}
ACTS = {'acts_version': one_of(2), 'checkpoint': is_text,  # section 4
        'entries': list_of({'log_entry': base64_of(), 'leaf_index': is_index, 'hashes': list_of(base64_of(32))}, 1)}
ENTRY = {  # section 6
    'entry_version': one_of(2), 'type': is_text, 'stream': is_filled, 'version': is_positive,
    'event_position': is_positive, 'event_hash': is_hash, 'command_id': or_null(is_filled), 'actor': is_filled,
    'act': or_null(ACT), 'payload': is_object, 'recorded_at': is_time}
REVISION = {'release_id': matching(RELEASE_ID), 'revision': is_revision}
SEALED = {**REVISION, 'release_sha256': is_hash}
COMPONENT = {**SEALED, 'component': is_word}
PAYLOADS = {  # section 6
    'SigningKeyAdded': {'origin': is_name, 'key_id': is_hash, 'public_key': base64_of(32), 'replaces': no_hash},
    'PersonEnrolled': either(
        {'person': is_person, 'kind': one_of('person', 'machine'), 'key_id': is_hash,
         'algorithm': one_of('ed25519'), 'public_key': base64_of(32), 'proof': or_null(base64_of(64))},
        {**BY_PASSKEY, 'proof': ASSERTION}, 'payload'),
    'PersonRevoked': {'person': is_person, 'key_id': is_hash, 'compromised_since': no_index, 'reason': is_reason},
    'SourceAttested': {'sha256': is_hash, 'obtained_from': is_reason, 'compared': is_reason},
    'ReleaseSealed': {**SEALED, 'run_id': is_word, 'size_bytes': is_index, 'envelope_sha256': is_hash,
                      'statement_sha256': is_hash, 'key_id': is_hash, 'engine_version': is_word, 'log_head': HEAD},
    'ReleaseReviewed': {**SEALED, 'cells': is_positive, 'ticks_sha256': is_hash},
    'ReleaseApproved': SEALED,
    'ReleasePromoted': {**SEALED, **PERIOD, 'scope': is_word, 'stage': is_stage},
    'ReleaseSuperseded': {**SEALED, 'scope': is_word, 'by': REVISION},
    'ReleaseWithdrawn': {**SEALED, 'scope': or_null(is_word), 'reason': is_reason},
    'ComponentHeld': {**COMPONENT, 'reason': is_reason}, 'ComponentFreed': {**COMPONENT, 'reason': is_reason},
    'ComponentChecked': {**COMPONENT, 'checked_on': is_date, 'check_by': is_date},
    'CheckLapsed': {**COMPONENT, 'check_by': is_date}}
HOLD = {'component': is_filled, 'kind': one_of('hold', 'check_lapsed'), 'reason': is_filled, 'since': is_time}
SERVING = {  # section 7
    'serving_version': one_of(2), 'position': is_index, 'size': is_index, 'withdrawn': list_of(is_hash),
    'people': PEOPLE, 'keys': KEYS,
    'serving': list_of({**SEALED, **PERIOD, 'scope': is_filled, 'statement_sha256': is_hash, 'stage': is_stage,
                        'four_eyes': is_flag, 'unattested': list_of(is_hash), 'log_position': is_index,
                        'checks': list_of({'component': is_filled, 'checked_on': is_date, 'check_by': is_date}),
                        'since': is_time, 'holds': list_of(HOLD)})}

# ---- Section 2: Ed25519, on points in extended coordinates (X, Y, Z, T) ----
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
def y_of(public_key): return int.from_bytes(public_key, 'little') & (2**255 - 1)
def add(a, b):
    """RFC 8032 section 5.1.4; complete, so it doubles as well."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    return (f - e) * (h - g) % P, (h + g) * (f + e) % P, (h - g) * (h + g) % P, (f - e) * (f + e) % P
def decode_point(data):
    """RFC 8032 section 5.1.3, all steps; None for an encoding of no point."""
    y, sign = y_of(data), data[31] >> 7
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign): return None
    x = x if x % 2 == sign else P - x
    return x, y, 1, x * y % P
def of_small_order(a):
    for _ in range(3): a = add(a, a)
    return a[0] == 0  # (0, -1) is no eightfold of a point, so 8·A is the neutral (0, 1)
BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))
@functools.lru_cache(maxsize=4096)
def ed25519_verifies(public_key, message, signature):
    """Section 2, steps 1 to 4."""
    s, a = int.from_bytes(signature[32:], 'little'), decode_point(public_key)
    if s >= L or a is None or of_small_order(a): return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), 'little') % L
    minus_a, total = (P - a[0], a[1], 1, P - a[3]), (0, 1, 1, 0)
    table = total, BASE, minus_a, add(BASE, minus_a)
    for bit in range(252, -1, -1):  # S·B and h·(-A) in one pass
        total = add(add(total, total), table[(s >> bit & 1) + 2 * (h >> bit & 1)])
    x, y = (each * pow(total[2], P - 2, P) % P for each in total[:2])
    return (y | (x & 1) << 255).to_bytes(32, 'little') == signature[:32]

# ---- Section 2: ECDSA over P-256, on affine points; None is the neutral element ----
Q = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
CURVE_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)
def plus(a, b):
    if a is None or b is None: return a or b
    if a[0] == b[0] and (a[1] + b[1]) % Q == 0: return None
    slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, Q) if a == b else (b[1] - a[1]) * pow(b[0] - a[0], -1, Q)
    x = (slope * slope - a[0] - b[0]) % Q
    return x, (slope * (a[0] - x) - a[1]) % Q
@functools.lru_cache(maxsize=4096)
def p256_verifies(public_key, message, r, s):
    x, y = int.from_bytes(public_key[1:33], 'big'), int.from_bytes(public_key[33:], 'big')
    on_curve = x < Q and y < Q and (y * y - x * x * x + 3 * x - CURVE_B) % Q == 0
    if not (on_curve and 0 < r < N and 0 < s < N): return False
    w, total = pow(s, -1, N), None
    u1, u2 = int.from_bytes(sha256(message), 'big') * w % N, r * w % N
    table = None, G, (x, y), plus(G, (x, y))
    for bit in range(255, -1, -1):  # u1·G and u2·A in one pass
        total = plus(plus(total, total), table[(u1 >> bit & 1) + 2 * (u2 >> bit & 1)])
    return total is not None and total[0] % N == r
def read_der(data):
    """Section 2, Passkeys, step 8: r and s, if this is their only spelling."""
    found = re.fullmatch(b'(?s)\\x30.\\x02(.)(.+)', data)
    demand(found, 'no signature in DER')
    size, rest = found[1][0], found[2]
    numbers = [int.from_bytes(each, 'big') for each in (rest[:size], rest[size + 2:])]
    demand(max(numbers) < 2**256, 'a number above 32 bytes')
    spelt = [number.to_bytes(number.bit_length() // 8 + 1, 'big') for number in numbers]
    body = b''.join(b'\x02%c%s' % (len(each), each) for each in spelt)
    demand(data == b'\x30%c%s' % (len(body), body), 'a signature that is not strict DER')
    return numbers

# ---- Sections 3 to 7: the documents ----
def is_below_p(owner): return by_passkey(owner) or y_of(unbase64(owner['public_key'])) < P
def with_ranges(value):
    """Keys and people of a trust document or a serving state, each with its valid range."""
    for key in value['keys']:
        key['speaks_for'] = range(key['from_index'], (MAX_INTEGER if key['to_index'] is None else key['to_index']) + 1)
        demand(key['speaks_for'], 'a range that ends before it begins')
    for person in value['people']:
        ends = MAX_INTEGER + 1 if person['to_position'] is None else person['to_position']
        demand(ends > person['from_position'], 'somebody revoked before being enrolled')
        person['acts_at'] = range(person['from_position'] + 1, ends)
    return value['keys'] + value['people']
def read_trust(data):
    """Section 3. Adds its bytes and note key hash to each key and witness, and its valid range to each key."""
    trust = fit(plain_json(data), TRUST, 'trust')
    owners = with_ranges(trust) + trust['witnesses']
    for owner in owners:
        owner['bytes'] = unbase64(owner['public_key'])
        named = owner['name'] + '\n\x04' if 'name' in owner else trust['origin'] + '\n\x01'
        owner['note_key_hash'] = sha256(named.encode() + owner['bytes'])[:4]
        demand(is_below_p(owner), 'a public key whose y is not below p')
    for owner in trust['keys'] + trust['people']:
        demand(owner['key_id'] == sha256(owner['bytes']).hex(), 'a key_id that is not of its public key')
    demand(not repeats([owner['bytes'] for owner in owners]), 'a public key given twice')
    demand(not repeats([trust['origin']] + [witness['name'] for witness in trust['witnesses']]), 'a name given twice')
    return trust
def read_statement(payload):
    """Section 5. Returns the statement, its release id and its revision."""
    statement = fit(canonical_json(payload), STATEMENT, 'statement')
    demand(not repeats([gate['gate'] for gate in statement['predicate']['gates']]), 'two gates of one name')
    release_id, revision = statement['subject'][0]['name'].split('@')
    return statement, release_id, integer(revision, 1)
def read_entry(data):
    """Section 6: an entry of any type."""
    demand(len(data) <= 16 * 1024, 'more than 16 KiB')
    entry = fit(canonical_json(data), ENTRY, 'log entry')
    payload = fit(entry['payload'], PAYLOADS.get(entry['type'], lambda _: False), 'payload')
    demand('public_key' not in payload or is_below_p(payload), 'a public key whose y is not below p')
    return entry
def read_seal(data):
    entry = read_entry(data)
    demand(entry['type'] == 'ReleaseSealed', f'not a seal: {entry["type"]}')
    return entry['payload']
def included(leaf_index, tree_size, hashes, leaf_hash, root):
    """Section 6, Inclusion, steps 1 to 4."""
    fn, sn, r = leaf_index, tree_size - 1, leaf_hash
    for p in hashes:
        if sn == 0: return False
        left = fn % 2 == 1 or fn == sn
        r = sha256(b'\x01' + (p + r if left else r + p))
        while left and fn % 2 == 0 and fn != 0: fn, sn = fn // 2, sn // 2
        fn, sn = fn // 2, sn // 2
    return leaf_index < tree_size and sn == 0 and r == root
def read_note(data):
    """Section 7: only the form of a checkpoint."""
    lines = data.decode('utf-8').split('\n')
    demand(len(lines) >= 8 and lines[5] == lines[-1] == '', 'not five lines, an empty one and signatures')
    head, signatures = lines[3].split(' '), [line.split(' ') for line in lines[6:-1]]
    demand(is_name(lines[0]) and len(head) == 2 and is_hash(head[1]) and is_hash(lines[4]), 'not a body of a note')
    demand(all(len(each) == 3 and each[0] == '\u2014' and is_name(each[1]) for each in signatures), 'no signature line')
    names = [name for _, name, _ in signatures]
    demand(names[0] == lines[0], 'the first signature is not in the name of the log')
    demand(all(a < b for a, b in zip(names[1:], names[2:])), 'cosignatures not ascending by name')
    cosigned = [(name, unbase64(signed, 76)) for _, name, signed in signatures[1:]]
    demand(all(signed[4] < 0x80 for _, signed in cosigned), 'a time above 2^63 - 1')
    return {'origin': lines[0], 'size': integer(lines[1], 1), 'root': unbase64(lines[2], 32),
            'position': integer(head[0], 0), 'event_hash': head[1], 'serving': lines[4], 'cosigned': cosigned,
            'body': '\n'.join(lines[:5] + ['']).encode(), 'signed': unbase64(signatures[0][2], 68)}
def verify_checkpoint(note, trust):
    """Section 7, verifying, steps 1 to 4."""
    signed, body = note['signed'], note['body']
    key = find(trust['keys'], note_key_hash=signed[:4]) if note['origin'] == trust['origin'] else None
    demand(key, 'of another log, or by an unknown key: is the trust document older?', 'CHECKPOINT_KEY_UNKNOWN')
    demand(ed25519_verifies(key['bytes'], body, signed[4:]), "not the log's signature", 'CHECKPOINT_SIGNATURE_INVALID')
    demand(note['size'] - 1 in key['speaks_for'], 'a key out of its range', 'CHECKPOINT_KEY_OUT_OF_RANGE')
    for name, signed in note['cosigned']:
        witness = find(trust['witnesses'], name=name, note_key_hash=signed[:4])
        demand(witness, f'unknown: {name}', 'COSIGNATURE_UNKNOWN')
        message = b'cosignature/v1\ntime %d\n%s' % (int.from_bytes(signed[4:12], 'big'), body)
        demand(ed25519_verifies(witness['bytes'], message, signed[12:]), f'not of {name}', 'COSIGNATURE_INVALID')

# ---- Section 8: the checks, in order ----
def check_record(record, statement, seal, release_id, revision):
    """Checks 7 to 9."""
    digests = {statement['subject'][0]['digest']['sha256'], seal['release_sha256']}
    demand(digests == {sha256(record).hex()}, 'the record is not the one sealed', 'RECORD_HASH_MISMATCH')
    value = refusing('RECORD_INVALID', canonical_json, record)
    demand(is_object(value) and is_text(value.get('release_id')), 'not an object with a release_id', 'RECORD_INVALID')
    same = value['release_id'] == release_id == seal['release_id'] and revision == seal['revision']
    demand(same, 'record, statement and log entry differ in release or revision', 'RELEASE_MISMATCH')
def check_seal(envelope, payload, statement, seal, leaf_index, trust):
    """Checks 10 to 14; the signature is over the PAE of section 5."""
    keyid, signature = envelope['signatures'][0]['keyid'], unbase64(envelope['signatures'][0]['sig'])
    key = find(trust['keys'], key_id=keyid)
    demand(key, f'no trusted key {keyid}', 'KEY_UNKNOWN')
    payload_type = envelope['payloadType'].encode()
    pae = b'DSSEv1 %d %s %d %s' % (len(payload_type), payload_type, len(payload), payload)
    demand(ed25519_verifies(key['bytes'], pae, signature), 'not a signature of the statement', 'SIGNATURE_INVALID')
    demand(leaf_index in key['speaks_for'], f'the key does not speak for index {leaf_index}', 'KEY_OUT_OF_RANGE')
    demand(seal['statement_sha256'] == sha256(payload).hex(), 'not the seal of it', 'STATEMENT_HASH_MISMATCH')
    demand(all(gate['passed'] for gate in statement['predicate']['gates']), 'a gate did not pass', 'GATE_NOT_PASSED')
def check_acts(statement, release_id, revision, record, trust):
    """Checks 15 and 16: who opened the release, and who attested its sources."""
    sources = canonical_json(record).get('sources')
    hashes = [each.get('sha256') for each in sources if is_object(each)] if isinstance(sources, list) else []
    acts, digest = statement['predicate']['acts'], statement['subject'][0]['digest']['sha256']
    demand([n for n, a in enumerate(acts) if a['type'] == 'CandidateOpened'] == [0], 'no opening', 'OPENING_MISMATCH')
    opened = [acts[0]['payload'].get(name) for name in ('release_id', 'revision', 'record_sha256')]
    opened.append(acts[0]['act']['signatures'][0]['person'])
    same = opened == [release_id, revision, digest, statement['predicate']['actors']['opened_by']]
    demand(same and type(opened[1]) is int, 'another release, or another opener', 'OPENING_MISMATCH')
    for event in acts:
        document, act = event['payload'].get('sha256'), event['act']
        known = is_text(document) and document in hashes and event['stream'] == f'source-{document}'
        right = act['command'] == 'open' if event is acts[0] else act['command'] == 'attest' and known
        demand(right and act['events'] == 1, 'not the opening, nor of a document of the record', 'ACT_INVALID')
        refusing('ACT_INVALID', verify_act, event, [event], trust)
def verify_act(event, events, trust):
    """Section 6, Acts: the act carried by `event`, the first of `events`."""
    act, signatures = event['act'], event['act']['signatures']
    demand(not any(repeats([each[of] for each in signatures]) for of in ('person', 'key_id')), 'signed twice by one')
    for given in signatures:
        person = find(trust['people'], name=given['person'], key_id=given['key_id'], algorithm=given['algorithm'])
        demand(person and event['event_position'] in person['acts_at'], 'by nobody whose acts count there')
        signed = {'person': given['person'], 'key_id': given['key_id'], 'act_version': 2, 'origin': trust['origin'],
                  'stream': event['stream'], 'stream_version': event['version'] - 1, 'command_id': event['command_id'],
                  'command': act['command'], 'log_head': act['log_head'],
                  'events': [{'type': each['type'], 'payload': each['payload']} for each in events]}
        message = canonical_form(signed)
        if by_passkey(given): verify_assertion(person, message, given)
        else: demand(ed25519_verifies(person['bytes'], message, unbase64(given['signature'])), 'not that signature')
def verify_assertion(person, message, given):
    """Section 2, Passkeys, steps 1 to 10."""
    passkey, client = person['passkey'], unbase64(given['client_data_json'])
    data = unbase64(given['authenticator_data'])
    demand(given['credential_id'] == passkey['credential_id'], 'another credential')
    said, challenge = plain_json(client), base64.urlsafe_b64encode(sha256(message)).decode().rstrip('=')
    demand(is_object(said) and said.get('type') == 'webauthn.get', 'not the client data of an assertion')
    demand(said.get('challenge') == challenge, 'another challenge')
    demand(said.get('origin') == passkey['origin'] and 'topOrigin' not in said, 'another origin')
    demand(said.get('crossOrigin', False) is False, 'asked for in a frame of another origin')
    demand(len(data) == 37 and not data[32] & 0xC0, 'not the authenticator data of a plain assertion')
    demand(data[:32] == sha256(passkey['rp_id'].encode()), 'for another relying party')
    demand(data[32] & 0x05 == 0x05, 'the user was not present, or not verified')
    r, s = read_der(unbase64(given['signature']))
    demand(s <= N // 2, 'S is not the lower one')
    demand(p256_verifies(person['bytes'], data + sha256(client), r, s), 'not that signature')
def check_signed(entries, trust):
    """Section 6, Acts, and check A4: entries of one command are contiguous, and the first carries the act."""
    while entries:
        first, act = entries[0], entries[0]['act']
        group, entries = entries[:act['events'] if act else 1], entries[act['events'] if act else 1:]
        if act is None:
            begins = {'SigningKeyAdded': 'replaces', 'PersonEnrolled': 'proof'}.get(first['type'])
            unsigned = first['type'] in ('ReleaseSealed', 'CheckLapsed') or begins and first['payload'][begins] is None
            demand(unsigned, f'{first["type"]} that nobody signed')
            continue
        demand(len(group) == act['events'] and first['command_id'] is not None, 'not a whole command')
        for at, each in enumerate(group):
            due = [first['stream'], first['version'] + at, first['event_position'] + at, first['actor']]
            has = [each[name] for name in ('stream', 'version', 'event_position', 'actor')]
            demand(has == due and (at == 0 or each['act'] is None), 'not all of one command')
        demand(COMMAND_OF.get(group[-1]['type']) == act['command'], 'another command')
        demand(act['signatures'][0]['person'] == first['actor'], 'the actor did not sign')
        verify_act(first, group, trust)
def verify_acts(acts, trust, held_bytes, k):
    """Checks A1 to A7."""
    refusing('ACTS_INVALID', fit, acts, ACTS, 'acts')
    given = acts['entries']
    demand(all(a['leaf_index'] < b['leaf_index'] for a, b in zip(given, given[1:])), 'not in order', 'ACTS_INVALID')
    entries = [refusing('LOG_ENTRY_INVALID', read_entry, unbase64(each['log_entry'])) for each in given]
    note = refusing('CHECKPOINT_INVALID', read_note, acts['checkpoint'].encode())
    refusing('ACT_INVALID', check_signed, entries, trust)
    for each in given:
        leaf, hashes = sha256(b'\x00' + unbase64(each['log_entry'])), map(unbase64, each['hashes'])
        found = included(each['leaf_index'], note['size'], hashes, leaf, note['root'])
        demand(found, f'entry {each["leaf_index"]} is not shown to stand in the log', 'INCLUSION_INVALID')
    check_note(note, trust, held_bytes, k)
    return {'entries': len(entries), 'leaf_index': given[0]['leaf_index'], 'tree_size': note['size']}
def verify_serving(data, serving, trust, held_bytes, k):
    """Checks S1 to S4: against the reader's checkpoint, which contains its hash."""
    refusing('SERVING_INVALID', fit, serving, SERVING, 'serving')
    owners = refusing('SERVING_INVALID', with_ranges, serving)
    demand(all(map(is_below_p, owners)), 'a public key whose y is not below p', 'SERVING_INVALID')
    demand(held_bytes is not None, 'checked against a checkpoint: give one', 'REFERENCE_INVALID')
    note = refusing('REFERENCE_INVALID', read_note, held_bytes)
    refusing('REFERENCE_INVALID', verify_checkpoint, note, trust)
    demand_witnesses(note, k)
    demand(sha256(data).hex() == note['serving'], 'the checkpoint names another', 'SERVING_MISMATCH')
    demand(serving['position'] == note['position'] and serving['size'] == note['size'], 'elsewhere', 'SERVING_MISMATCH')
    return {'serving': len(serving['serving']), 'position': note['position'], 'tree_size': note['size']}
def demand_witnesses(note, k):
    demand(len(note['cosigned']) >= k, f'{len(note["cosigned"])} cosignatures of {k}', 'WITNESSES_MISSING')
def check_note(note, trust, held_bytes, k):
    """Checks 18 to 24."""
    verify_checkpoint(note, trust)
    demand_witnesses(note, k)
    if held_bytes is None: return
    held = refusing('REFERENCE_INVALID', read_note, held_bytes)
    refusing('REFERENCE_INVALID', verify_checkpoint, held, trust)
    size, position = note['size'], note['position']
    demand(size >= held['size'], f'{size} entries, {held["size"]} are held: README, On rollback', 'STALE_CHECKPOINT')
    demand(size != held['size'] or note['root'] == held['root'], 'another root of the same size', 'FORKED_HISTORY')
    demand(position != held['position'] or note['event_hash'] == held['event_hash'], 'other events', 'FORKED_HISTORY')
    demand(size == held['size'] or position >= held['position'], 'the event log was cut', 'FORKED_HISTORY')
def verify(data, trust_bytes, held_bytes=None, k=0):
    """All checks; returns what was accepted, or raises Refused with the code of the first that fails."""
    trust = refusing('TRUST_INVALID', read_trust, trust_bytes)
    bundle = refusing('BUNDLE_NOT_CANONICAL', canonical_json, data)
    if is_object(bundle) and 'acts_version' in bundle: return verify_acts(bundle, trust, held_bytes, k)
    if is_object(bundle) and 'serving_version' in bundle: return verify_serving(data, bundle, trust, held_bytes, k)
    refusing('BUNDLE_INVALID', fit, bundle, BUNDLE, 'bundle')
    envelope, inclusion = bundle['envelope'], bundle['inclusion']
    record, payload, leaf = map(unbase64, (bundle['record'], envelope['payload'], bundle['log_entry']))
    leaf_index, tree_size, hashes = inclusion['leaf_index'], inclusion['tree_size'], map(unbase64, inclusion['hashes'])
    statement, release_id, revision = refusing('STATEMENT_INVALID', read_statement, payload)
    seal = refusing('LOG_ENTRY_INVALID', read_seal, leaf)
    note = refusing('CHECKPOINT_INVALID', read_note, bundle['checkpoint'].encode())
    check_record(record, statement, seal, release_id, revision)
    check_seal(envelope, payload, statement, seal, leaf_index, trust)
    check_acts(statement, release_id, revision, record, trust)
    demand(tree_size == note['size'] and included(leaf_index, tree_size, hashes, sha256(b'\x00' + leaf), note['root']),
           'the log entry is not shown to stand in the log', 'INCLUSION_INVALID')
    check_note(note, trust, held_bytes, k)
    return {'release_id': release_id, 'revision': revision, 'release_sha256': sha256(record).hex(),
            'leaf_index': leaf_index, 'tree_size': tree_size}

# ---- Command line ----
def answer(bundle_file, trust_file, held_file, k):
    read = [None if file is None else pathlib.Path(file).read_bytes() for file in (bundle_file, trust_file, held_file)]
    try:
        return {'ok': True, 'code': None, **verify(*read, k)}
    except Refused as refusal:
        return {'ok': False, 'code': refusal.args[0], 'reason': refusal.args[1]}
def run_corpus(folder):
    """Section 11: prints one line of JSON per case; returns 0 if every result is as listed, otherwise 1."""
    wrong = 0
    for case in json.loads((folder / 'cases.json').read_text('utf-8')):
        held = case['checkpoint_file'] and folder / case['checkpoint_file']
        given = answer(folder / case['bundle_file'], folder / case['trust_file'], held, case['witnesses'])
        wrong |= given['ok'] != case['valid'] or not (given['ok'] or given['code'] in case['codes'])
        print(json.dumps({'name': case['name'], 'ok': given['ok'], 'code': given['code']}))
    return int(wrong)
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('bundle', nargs='?')
    for name in '--trusted-keys', '--checkpoint', '--corpus': parser.add_argument(name, metavar='PATH')
    parser.add_argument('--witnesses', type=int, default=0, metavar='K', help='cosignatures required (default: 0)')
    parser.add_argument('--json', action='store_true')
    given = parser.parse_args()
    if bool(given.corpus) == bool(given.bundle and given.trusted_keys) or given.witnesses < 0:
        parser.error('needs BUNDLE and --trusted-keys, or --corpus; K is 0 or more')
    try:
        if given.corpus: return run_corpus(pathlib.Path(given.corpus))
        result = answer(given.bundle, given.trusted_keys, given.checkpoint, given.witnesses)
    except OSError as fault:
        parser.error(str(fault))
    plain = [f'{name}: {value}' for name, value in result.items() if name != 'ok' and value is not None]
    print(json.dumps(result) if given.json else '\n'.join(['accepted' if result['ok'] else 'refused', *plain]))
    return 0 if result['ok'] else 1
if __name__ == '__main__': sys.exit(main())
