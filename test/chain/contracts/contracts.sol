// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// An ERC-20 as far as its metadata goes.
contract Token {
    string public name;
    string public symbol;
    uint8 public decimals = 18;
    uint256 public totalSupply = 1_000_000e18;

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }
}

/// Names in 32 bytes, and no decimals.
contract OldToken {
    bytes32 public name = "Old Token";
    bytes32 public symbol = "OLD";
    uint256 public totalSupply = 7;

    function decimals() external pure returns (uint8) {
        revert("none");
    }
}

contract Plain {
    uint256 public immutable number;

    constructor(uint256 number_) {
        number = number_;
    }
}

/// Creates tokens; the event names the token and for whom it was made.
contract Factory {
    event Launched(address indexed token, address indexed creator);

    function launch(string calldata name, string calldata symbol, address creator) external {
        emit Launched(address(new Token(name, symbol)), creator);
    }

    function make(uint256 number) external {
        new Plain(number);
    }
}

/// Logs what happens to tokens on a curve; it sells nothing.
contract CurveFactory {
    event Opened(address indexed token, address indexed creator);
    event Traded(address indexed token, address indexed trader, uint256 paid);
    event Graduated(address indexed token, address indexed pool);

    function open(address token) external {
        emit Opened(token, msg.sender);
    }

    function trade(address token, uint256 paid) external {
        emit Traded(token, msg.sender, paid);
    }

    function graduate(address token, address pool) external {
        emit Graduated(token, pool);
    }

    function graduateWith(address token, CurvePool pool) external {
        pool.fund();
        emit Graduated(token, address(pool));
    }
}

/// Logs liquidity as the pairs of Uniswap v2 do, and as the pools of v3.
contract CurvePool {
    event Mint(address indexed sender, uint256 amount0, uint256 amount1);
    event Mint(
        address sender,
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );

    function fund() external {
        emit Mint(msg.sender, 1, 2);
    }

    function fundTicks() external {
        emit Mint(msg.sender, msg.sender, -60, 60, 1, 2, 3);
    }
}

/// The implementation slot of EIP-1967; can be set with the event, without it, and twice at once.
contract Proxy {
    bytes32 private constant SLOT = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);

    event Upgraded(address indexed implementation);

    constructor(address implementation) {
        upgrade(implementation);
    }

    function upgrade(address implementation) public {
        set(implementation);
        emit Upgraded(implementation);
    }

    function upgradeTwice(address first, address second) external {
        upgrade(first);
        upgrade(second);
    }

    function set(address implementation) public {
        bytes32 slot = SLOT;
        assembly {
            sstore(slot, implementation)
        }
    }

    function announce(address implementation) external {
        emit Upgraded(implementation);
    }
}

contract Beacon {
    address public implementation;

    event Upgraded(address indexed implementation);

    constructor(address first) {
        upgrade(first);
    }

    function upgrade(address next) public {
        implementation = next;
        emit Upgraded(next);
    }
}

contract BeaconProxy {
    bytes32 private constant SLOT = bytes32(uint256(keccak256("eip1967.proxy.beacon")) - 1);

    event BeaconUpgraded(address indexed beacon);

    constructor(address beacon) {
        follow(beacon);
    }

    function follow(address beacon) public {
        bytes32 slot = SLOT;
        assembly {
            sstore(slot, beacon)
        }
        emit BeaconUpgraded(beacon);
    }
}

/// Keeps what it is told of locks.
contract Locker {
    struct Lock {
        address owner;
        address token;
        uint256 amount;
        uint256 unlockTime;
        bool withdrawn;
    }

    Lock[] private locks;
    mapping(address => uint256[]) private byToken;

    function lock(address token, uint256 amount, uint256 unlockTime) external {
        byToken[token].push(locks.length);
        locks.push(Lock(msg.sender, token, amount, unlockTime, false));
    }

    function extend(uint256 id, uint256 unlockTime) external {
        locks[id].unlockTime = unlockTime;
    }

    function withdraw(uint256 id) external {
        locks[id].withdrawn = true;
    }

    function locksByToken(address token) external view returns (uint256[] memory) {
        return byToken[token];
    }

    function getLock(uint256 id) external view returns (address, address, uint256, uint256, bool) {
        Lock storage held = locks[id];
        return (held.owner, held.token, held.amount, held.unlockTime, held.withdrawn);
    }
}

/// A wallet that answers for a signature as ERC-1271 has it.
contract Wallet {
    bytes32 public approved;

    function approve(bytes32 hash) external {
        approved = hash;
    }

    function isValidSignature(bytes32 hash, bytes calldata) external view returns (bytes4) {
        return hash == approved ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

contract OwnedToken {
    address public owner;

    constructor(address first) {
        owner = first;
    }
}
