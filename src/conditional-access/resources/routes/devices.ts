import { deleteDevice, findDevice, putDevice } from '../devices.ts';
import { viewAccessDevice } from '../views/access.ts';
import { askedPage } from '../../../platform/paging.ts';
import { listDevices } from '../sql/access-devices.ts';
import { type Handlers, ok } from '../../../operation.ts';
import { versioned } from '../../../platform/versioned.ts';
import type { AccessGuard } from '../../judge/machines.ts';
import type { Quotas } from '../../../platform/quotas.ts';

type DeviceOperation = 'listAccessDevices' | 'getAccessDevice' | 'putAccessDevice' | 'deleteAccessDevice';

/** The devices among the operations of conditional access. */
export const routes = ({
  access: { geoIp },
  quotas,
}: {
  access: Pick<AccessGuard, 'geoIp'>;
  quotas: Quotas;
}): Pick<Handlers<'conditional-access'>, DeviceOperation> => ({
  async listAccessDevices({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listAccessDevices', caller.orgId], query);
    const found = await listDevices(tx, caller.orgId, rest, window);
    return ok({ data: found.rows.map(viewAccessDevice), pagination: pagination(found) });
  },

  async getAccessDevice({ path, tx }) {
    const device = await findDevice(tx, path.deviceId);
    return versioned(device, tx, () => viewAccessDevice(device));
  },

  async putAccessDevice({ path, body, tx, caller, attempt, origin, sent: { ifMatch } }) {
    const { acknowledgeLockout, ...input } = body;
    const ways = { address: origin.ipAddress, geoIp, acknowledgeLockout, ifMatch, quotas };
    const { device, changes } = await putDevice(tx, path.deviceId, input, caller, ways);
    attempt.changes = changes;
    return versioned(device, tx, () => viewAccessDevice(device));
  },

  async deleteAccessDevice({ path, query, tx, origin, sent: { ifMatch } }) {
    const acknowledgeLockout = query.acknowledgeLockout === true;
    const { id } = await deleteDevice(tx, path.deviceId, {
      address: origin.ipAddress,
      geoIp,
      acknowledgeLockout,
      ifMatch,
    });
    return ok({ message: 'Device deleted', id });
  },
});
