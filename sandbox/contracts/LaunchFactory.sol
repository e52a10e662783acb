// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {LaunchPool} from "./LaunchPool.sol";
import {LaunchToken} from "./LaunchToken.sol";

/// Launches tokens for anybody. Only the event of a launch names the token's contract; the transaction receipt does
/// not. A token is launched to its creator or on a curve. On a curve, the factory sells it until it graduates into a
/// pool.
contract LaunchFactory {
    uint256 public launches;
    mapping(address => uint256) public raised;
    mapping(address => bool) public onCurve;

    event TokenLaunched(address indexed token, address indexed creator, string name, string symbol, uint256 supply);
    event CurveOpened(address indexed token, address indexed creator, uint256 supply);
    event CurveTrade(address indexed token, address indexed trader, uint256 paid, uint256 amount);
    event Graduated(address indexed token, address indexed pool, uint256 raised, uint256 amount);

    error NotOnCurve();

    function launch(bytes32 salt, string calldata name, string calldata symbol, uint256 supply)
        external
        returns (address token)
    {
        token = create(salt, name, symbol, supply, msg.sender);
    }

    function launchOnCurve(bytes32 salt, string calldata name, string calldata symbol, uint256 supply)
        external
        returns (address token)
    {
        token = create(salt, name, symbol, supply, address(this));
        onCurve[token] = true;
        emit CurveOpened(token, msg.sender, supply);
    }

    /// Sells a thousand tokens for each unit paid.
    function buy(address token, uint256 paid) external {
        if (!onCurve[token]) revert NotOnCurve();
        uint256 amount = paid * 1000 ether;
        raised[token] += paid;
        LaunchToken(token).transfer(msg.sender, amount);
        emit CurveTrade(token, msg.sender, paid, amount);
    }

    /// Closes the curve and gives the tokens that are left to a new pool, which turns them into liquidity later.
    function graduate(address token) external returns (address pool) {
        if (!onCurve[token]) revert NotOnCurve();
        onCurve[token] = false;
        pool = address(new LaunchPool{salt: bytes32(uint256(uint160(token)))}(LaunchToken(token)));
        uint256 left = LaunchToken(token).balanceOf(address(this));
        LaunchToken(token).transfer(pool, left);
        emit Graduated(token, pool, raised[token], left);
    }

    function create(bytes32 salt, string calldata name, string calldata symbol, uint256 supply, address holder)
        private
        returns (address token)
    {
        bytes32 bound = keccak256(abi.encodePacked(msg.sender, salt));
        token = address(new LaunchToken{salt: bound}(name, symbol, supply, holder));
        launches += 1;
        emit TokenLaunched(token, msg.sender, name, symbol, supply);
    }
}
