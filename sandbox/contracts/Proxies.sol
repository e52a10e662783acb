// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface ImplementationSource {
    function implementation() external view returns (address);
}

abstract contract Forwarder {
    function target() internal view virtual returns (address);

    function start(address implementation_, bytes memory call_) internal {
        if (call_.length == 0) return;
        (bool done, ) = implementation_.delegatecall(call_);
        require(done, "initialisation failed");
    }

    fallback() external payable {
        address to = target();
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), to, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }

    receive() external payable {}
}

/// A proxy with the slots and events of EIP-1967; only its admin may change the implementation.
contract SlotProxy is Forwarder {
    bytes32 internal constant IMPLEMENTATION = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
    bytes32 private constant ADMIN = bytes32(uint256(keccak256("eip1967.proxy.admin")) - 1);

    event Upgraded(address indexed implementation);
    event AdminChanged(address previousAdmin, address newAdmin);

    error NotAdmin();

    constructor(address implementation_, address admin_, bytes memory call_) {
        write(ADMIN, admin_);
        emit AdminChanged(address(0), admin_);
        write(IMPLEMENTATION, implementation_);
        emit Upgraded(implementation_);
        start(implementation_, call_);
    }

    function upgradeTo(address next) external {
        if (msg.sender != read(ADMIN)) revert NotAdmin();
        write(IMPLEMENTATION, next);
        emit Upgraded(next);
    }

    function target() internal view override returns (address) {
        return read(IMPLEMENTATION);
    }

    function read(bytes32 slot) internal view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }

    function write(bytes32 slot, address value) internal {
        assembly {
            sstore(slot, value)
        }
    }
}

/// A slot proxy whose implementation can also be changed without a log.
contract QuietProxy is SlotProxy {
    constructor(address implementation_, address admin_, bytes memory call_)
        SlotProxy(implementation_, admin_, call_)
    {}

    function exchange(address next) external {
        write(IMPLEMENTATION, next);
    }
}

/// Is the admin of slot proxies. It can change a proxy's implementation twice within one transaction.
contract ProxyKeeper {
    address public immutable owner = msg.sender;

    error NotOwner();

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    function upgrade(SlotProxy proxy, address next) external onlyOwner {
        proxy.upgradeTo(next);
    }

    function upgradeThrough(SlotProxy proxy, address first, address last) external onlyOwner {
        proxy.upgradeTo(first);
        proxy.upgradeTo(last);
    }
}

/// One implementation shared by any number of beacon proxies.
contract UpgradeableBeacon {
    address public implementation;
    address public owner = msg.sender;

    event Upgraded(address indexed implementation);

    error NotOwner();

    constructor(address first) {
        implementation = first;
        emit Upgraded(first);
    }

    function upgradeTo(address next) external {
        if (msg.sender != owner) revert NotOwner();
        implementation = next;
        emit Upgraded(next);
    }
}

contract BeaconProxy is Forwarder {
    bytes32 private constant BEACON = bytes32(uint256(keccak256("eip1967.proxy.beacon")) - 1);

    event BeaconUpgraded(address indexed beacon);

    constructor(address beacon_, bytes memory call_) {
        bytes32 slot = BEACON;
        assembly {
            sstore(slot, beacon_)
        }
        emit BeaconUpgraded(beacon_);
        start(ImplementationSource(beacon_).implementation(), call_);
    }

    function target() internal view override returns (address) {
        bytes32 slot = BEACON;
        address beacon_;
        assembly {
            beacon_ := sload(slot)
        }
        return ImplementationSource(beacon_).implementation();
    }
}

/// Makes EIP-1167 clones at addresses known beforehand.
contract CloneFactory {
    event Cloned(address indexed instance, address indexed target);

    function clone(address target, bytes32 salt) external returns (address instance) {
        bytes memory code = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", target, hex"5af43d82803e903d91602b57fd5bf3"
        );
        assembly {
            instance := create2(0, add(code, 32), mload(code), salt)
        }
        require(instance != address(0), "clone failed");
        emit Cloned(instance, target);
    }
}
